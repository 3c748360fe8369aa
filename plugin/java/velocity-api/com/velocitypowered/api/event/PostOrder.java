package com.velocitypowered.api.event;

/** When a handler runs among the others of its event. */
public enum PostOrder {
    FIRST,
    EARLY,
    NORMAL,
    LATE,
    LAST
}
