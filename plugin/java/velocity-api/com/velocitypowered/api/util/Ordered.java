package com.velocitypowered.api.util;

/** Comparisons by name. */
public interface Ordered<T> extends Comparable<T> {
    default boolean noLessThan(T other) {
        throw new UnsupportedOperationException("declaration");
    }

    default boolean lessThan(T other) {
        throw new UnsupportedOperationException("declaration");
    }
}
