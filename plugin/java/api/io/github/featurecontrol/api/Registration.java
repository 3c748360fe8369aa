package io.github.featurecontrol.api;

/** A listener that is called until it is closed. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    @Override
    void close();
}
