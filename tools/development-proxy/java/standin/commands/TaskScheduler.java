package standin.commands;

import com.velocitypowered.api.plugin.PluginManager;
import com.velocitypowered.api.scheduler.ScheduledTask;
import com.velocitypowered.api.scheduler.Scheduler;
import com.velocitypowered.api.scheduler.TaskStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs tasks on their plugin's pool; one timer thread triggers them. */
public final class TaskScheduler implements Scheduler {
    private final PluginManager plugins;
    private final Collection<Task> tasks = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "Velocity Task Scheduler Timer");
        thread.setDaemon(true);
        return thread;
    });

    public TaskScheduler(PluginManager plugins) {
        this.plugins = plugins;
    }

    @Override
    public TaskBuilder buildTask(Object plugin, Runnable runnable) {
        ExecutorService pool = plugins.fromInstance(plugin)
                .orElseThrow(() -> new IllegalArgumentException("plugin is not registered"))
                .getExecutorService();
        return new Builder(new Task(plugin, () -> pool.execute(runnable)));
    }

    public void cancelAllOf(Object plugin) {
        tasks.stream().filter(task -> task.plugin == plugin).forEach(Task::cancel);
    }

    private final class Builder implements TaskBuilder {
        private final Task task;
        private Duration delay = Duration.ZERO;
        private Duration repeat = Duration.ZERO;

        Builder(Task task) {
            this.task = task;
        }

        @Override
        public TaskBuilder delay(Duration delay) {
            this.delay = delay;
            return this;
        }

        @Override
        public TaskBuilder repeat(Duration interval) {
            this.repeat = interval;
            return this;
        }

        @Override
        public ScheduledTask schedule() {
            tasks.add(task);
            task.timer = repeat.isZero()
                    ? clock.schedule(task::runOnce, delay.toNanos(), TimeUnit.NANOSECONDS)
                    : clock.scheduleAtFixedRate(task.run, delay.toNanos(), repeat.toNanos(), TimeUnit.NANOSECONDS);
            return task;
        }
    }

    private final class Task implements ScheduledTask {
        private final Object plugin;
        private final Runnable run;
        private volatile Future<?> timer;

        Task(Object plugin, Runnable run) {
            this.plugin = plugin;
            this.run = run;
        }

        void runOnce() {
            run.run();
            tasks.remove(this);
        }

        @Override
        public Object plugin() {
            return plugin;
        }

        @Override
        public TaskStatus status() {
            if (timer.isCancelled()) {
                return TaskStatus.CANCELLED;
            }
            return timer.isDone() ? TaskStatus.FINISHED : TaskStatus.SCHEDULED;
        }

        @Override
        public void cancel() {
            timer.cancel(false);
            tasks.remove(this);
        }
    }
}
