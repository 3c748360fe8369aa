package com.google.common.collect;

import java.util.Set;

public abstract class ImmutableSet<E> {

    private final Set<E> elements;

    public ImmutableSet(Set<E> elements) {
        this.elements = elements;
    }

    public boolean contains(Object element) {
        return elements.contains(element);
    }
}
