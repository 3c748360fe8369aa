package com.google.common.collect;

/**
 * Read in google/guava, guava/src/com/google/common/collect/ImmutableSet.java, tag v17.0; contains is
 * inherited from ImmutableCollection beside it.
 */
public abstract class ImmutableSet<E> {
    public abstract boolean contains(Object element);
}
