package com.velocitypowered.api.util;

/** Named comparisons. */
public interface Ordered<T> extends Comparable<T> {
    default boolean noLessThan(T other) {
        return compareTo(other) >= 0;
    }

    default boolean lessThan(T other) {
        return compareTo(other) < 0;
    }
}
