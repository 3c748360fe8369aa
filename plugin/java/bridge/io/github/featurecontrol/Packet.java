package io.github.featurecontrol;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * One plugin message of a player, with the means to answer it.
 *
 * @param receivedNanos when the proxy's event was received, by {@link System#nanoTime}
 * @param answered completes when the answer has been sent
 */
public record Packet(
    Player player,
    ChannelIdentifier channel,
    byte[] bytes,
    long receivedNanos,
    CompletableFuture<Void> answered
) {
    /** @return null if the bytes are not valid UTF-8 */
    public String text() {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // The decoder replaces invalid bytes by this character, which the client may also have sent itself.
        boolean mayBeReplaced = text.indexOf('\uFFFD') >= 0;
        return mayBeReplaced && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes) ? null : text;
    }

    /** Whether the packet, read as JSON, nests more than {@code levels} arrays and objects. */
    public boolean isNestedDeeperThan(int levels) {
        int depth = 0;
        boolean quoted = false;
        for (int at = 0; at < bytes.length && depth <= levels; at++) {
            switch (bytes[at]) {
                case '"' -> quoted = !quoted;
                case '\\' -> at += quoted ? 1 : 0;
                case '[', '{' -> depth += quoted ? 0 : 1;
                case ']', '}' -> depth -= quoted ? 0 : 1;
                default -> {
                }
            }
        }
        return depth > levels;
    }

    /** Returns the time in seconds since the proxy's event was received. */
    public double ageSeconds() {
        return (System.nanoTime() - receivedNanos) / 1e9;
    }

    /** Sends the answer to the player, on the channel of the request. */
    public void answer(String text) {
        player.sendPluginMessage(channel, text.getBytes(StandardCharsets.UTF_8));
        answered.complete(null);
    }
}
