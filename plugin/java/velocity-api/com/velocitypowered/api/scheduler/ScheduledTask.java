package com.velocitypowered.api.scheduler;

/** A task that was scheduled. */
public interface ScheduledTask {
    Object plugin();

    TaskStatus status();

    void cancel();
}
