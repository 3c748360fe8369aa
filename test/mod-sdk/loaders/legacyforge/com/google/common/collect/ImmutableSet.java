package com.google.common.collect;

import java.util.Set;

public final class ImmutableSet<T> {
    private final Set<T> elements;

    public ImmutableSet(Set<T> elements) {
        this.elements = elements;
    }

    public boolean contains(Object element) {
        return elements.contains(element);
    }
}
