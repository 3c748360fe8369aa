package io.github.featurecontrol.isolated;

import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.async.RedisSetAsyncCommands;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads a large set page by page in Java, as each page would otherwise wait for the script thread. The set is
 * built after the last page on another thread: building it blocks for a quarter of a second, too long for
 * Lettuce's thread, and a set that grows with each page burdens the garbage collector.
 *
 * @param members the members of the pages read so far; those of further pages are added
 */
public record SetReader(
        RedisSetAsyncCommands<String, String> redis, String key, ScanArgs page, List<String> members) {

    /** @param cursor of the last page read */
    public CompletionStage<Set<String>> readFrom(ScanCursor cursor) {
        if (cursor.isFinished()) {
            return CompletableFuture.supplyAsync(() -> new HashSet<>(members));
        }
        return redis.sscan(members::add, key, cursor, page).thenCompose(this::readFrom);
    }
}
