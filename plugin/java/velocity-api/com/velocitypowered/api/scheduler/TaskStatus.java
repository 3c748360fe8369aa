package com.velocitypowered.api.scheduler;

/** What became of a task. */
public enum TaskStatus {
    SCHEDULED,
    CANCELLED,
    FINISHED
}
