package loaders;

import java.util.ArrayList;
import java.util.List;

/** What waits for the client's thread, which runs it before a tick and drops it with the connection. */
final class Tasks {
    private final List<Runnable> waiting = new ArrayList<>();

    void add(Runnable task) {
        waiting.add(task);
    }

    void run() {
        List<Runnable> due = new ArrayList<>(waiting);
        waiting.clear();
        due.forEach(Runnable::run);
    }

    void drop() {
        waiting.clear();
    }
}
