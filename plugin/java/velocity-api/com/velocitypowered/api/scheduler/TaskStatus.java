package com.velocitypowered.api.scheduler;

/** The result of a task. */
public enum TaskStatus {
    SCHEDULED,
    CANCELLED,
    FINISHED
}
