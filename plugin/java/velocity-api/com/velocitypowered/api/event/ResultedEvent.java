package com.velocitypowered.api.event;

/** An event whose handlers decide what happens next. */
public interface ResultedEvent<R extends ResultedEvent.Result> {
    R getResult();

    void setResult(R result);

    /** The decision. */
    interface Result {
        boolean isAllowed();
    }
}
