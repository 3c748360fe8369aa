package loaders;

import java.util.ArrayList;
import java.util.List;

/** The pending tasks of the client's thread, which runs them before each tick. A disconnect drops them. */
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
