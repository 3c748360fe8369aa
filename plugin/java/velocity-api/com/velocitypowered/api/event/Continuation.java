package com.velocitypowered.api.event;

/** Held by a handler that finishes later; the event waits for it. */
public interface Continuation {
    void resume();

    void resumeWithException(Throwable exception);
}
