package io.github.featurecontrol;

import io.github.featurecontrol.api.Registration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Adds a listener while another thread removes the last one: after the removal, and before its task for the
 * script thread is queued. Prints each report to the script whether there are listeners, in order.
 */
final class InterleavedListeners implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private Runnable beforeNextTask = () -> { };

    private InterleavedListeners() {
    }

    @Override
    public void execute(Runnable task) {
        Runnable interruption = beforeNextTask;
        beforeNextTask = () -> { };
        interruption.run();
        tasks.add(task);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    public static void main(String[] args) {
        InterleavedListeners script = new InterleavedListeners();
        PublishedLists lists = new PublishedLists(script);
        List<Object> observed = new ArrayList<>();
        lists.connect((method, result, details) -> observed.add(details[0]));
        Registration first = lists.onAnswer(answer -> { });
        script.runTasks();
        script.beforeNextTask = () -> lists.onAnswer(answer -> { });
        first.close();
        script.runTasks();
        System.out.println(observed);
    }
}
