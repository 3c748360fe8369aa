package com.velocitypowered.api.event;

/** The order in which the handlers of an event run. */
public enum PostOrder {
    FIRST,
    EARLY,
    NORMAL,
    LATE,
    LAST
}
