package com.velocitypowered.api.event;

/** Resumes an event whose handler finishes later. The event waits for it. */
public interface Continuation {
    void resume();

    void resumeWithException(Throwable exception);
}
