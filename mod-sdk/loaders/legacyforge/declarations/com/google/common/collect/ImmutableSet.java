package com.google.common.collect;

/**
 * Source: google/guava, guava/src/com/google/common/collect/ImmutableSet.java, tag v17.0. The
 * class inherits contains from ImmutableCollection in the same folder.
 */
public abstract class ImmutableSet<E> {

    public abstract boolean contains(Object element);
}
