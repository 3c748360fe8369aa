package org.apache.commons.lang3.tuple;

public abstract class Pair<L, R> {

    public abstract L getLeft();

    public static <L, R> Pair<L, R> of(L left, R right) {
        return new Pair<>() {
            @Override
            public L getLeft() {
                return left;
            }
        };
    }
}
