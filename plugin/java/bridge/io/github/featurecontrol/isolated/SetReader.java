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
 * Reads a large set page by page without the script, for whose turn each page would wait. The set is made
 * when all members are there, on another thread: it would hold up Lettuce's for a quarter of a second, and
 * one that grows with the pages is work for the garbage collector.
 *
 * @param members those of the pages so far, to which the others are added
 */
public record SetReader(
        RedisSetAsyncCommands<String, String> redis, String key, ScanArgs page, List<String> members) {

    /** @param cursor of the last page so far */
    public CompletionStage<Set<String>> readFrom(ScanCursor cursor) {
        if (cursor.isFinished()) {
            return CompletableFuture.supplyAsync(() -> new HashSet<>(members));
        }
        return redis.sscan(members::add, key, cursor, page).thenCompose(this::readFrom);
    }
}
