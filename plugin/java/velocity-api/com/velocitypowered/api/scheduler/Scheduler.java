package com.velocitypowered.api.scheduler;

import java.time.Duration;

/** Runs tasks on the plugin's pool. */
public interface Scheduler {
    TaskBuilder buildTask(Object plugin, Runnable runnable);

    /** One task before it is scheduled. */
    interface TaskBuilder {
        TaskBuilder delay(Duration delay);

        TaskBuilder repeat(Duration interval);

        ScheduledTask schedule();
    }
}
