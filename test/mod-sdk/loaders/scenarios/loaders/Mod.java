package loaders;

import java.util.concurrent.CompletableFuture;

/** A mod with one feature, and a copy of the library. */
public interface Mod {
    boolean isBlocked();

    boolean isKnown();

    CompletableFuture<Boolean> check();
}
