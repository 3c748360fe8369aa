package io.github.featurecontrol;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * One plugin message of a player, on its way to the script, and the way back for its answer.
 *
 * @param answered completes when the answer was sent
 */
public record Packet(
        Player player, ChannelIdentifier channel, byte[] bytes, CompletableFuture<Void> answered) {

    /** @return null where the bytes are not UTF-8, read strictly */
    public String text() {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // What cannot be decoded became this character, which may also have been sent as itself.
        boolean mayBeReplaced = text.indexOf('\uFFFD') >= 0;
        return mayBeReplaced && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes) ? null : text;
    }

    /** Whether more than {@code levels} arrays and objects are nested in one another, were it JSON. */
    public boolean isNestedDeeperThan(int levels) {
        int depth = 0;
        boolean quoted = false;
        for (int at = 0; at < bytes.length && depth <= levels; at++) {
            switch (bytes[at]) {
                case '"' -> quoted = !quoted;
                case '\\' -> at += quoted ? 1 : 0;
                case '[', '{' -> depth += quoted ? 0 : 1;
                case ']', '}' -> depth -= quoted ? 0 : 1;
                default -> {}
            }
        }
        return depth > levels;
    }

    /** Sends the answer to the player, on the channel on which the request came. */
    public void answer(String text) {
        player.sendPluginMessage(channel, text.getBytes(StandardCharsets.UTF_8));
        answered.complete(null);
    }
}
