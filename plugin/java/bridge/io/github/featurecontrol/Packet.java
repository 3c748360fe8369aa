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
public record Packet(Player player, ChannelIdentifier channel, byte[] bytes, CompletableFuture<Void> answered) {
    /** @return null where the bytes are not UTF-8, read strictly */
    public String text() {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // What cannot be read became this character, and bytes that stand for it come back from it.
        boolean mayBeMended = text.indexOf('\uFFFD') >= 0;
        return mayBeMended && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes) ? null : text;
    }

    /**
     * Whether more than {@code levels} arrays and objects stand in one another, were it JSON. Cheap here, dear to the script; and nearly no packet opens so many at all, which is
     * told at a glance.
     *
     * @param text of this packet
     */
    public boolean isNestedDeeperThan(int levels, String text) {
        return (holds(text, '[', levels / 2 + 1) || holds(text, '{', levels / 2 + 1)) && goesDeeperThan(levels);
    }

    private static boolean holds(String text, char symbol, int times) {
        int at = text.indexOf(symbol);
        for (int more = times - 1; more > 0 && at >= 0; more--) at = text.indexOf(symbol, at + 1);
        return at >= 0;
    }

    private boolean goesDeeperThan(int levels) {
        int depth = 0;
        boolean quoted = false;
        for (int at = 0; at < bytes.length; at++) {
            byte symbol = bytes[at];
            if (symbol == '"') quoted = !quoted;
            else if (quoted && symbol == '\\') at++;
            else if (!quoted && (symbol == '[' || symbol == '{')) depth++;
            else if (!quoted && (symbol == ']' || symbol == '}')) depth--;
            if (depth > levels) return true;
        }
        return false;
    }

    /** Sends the answer to the player, on the channel on which was asked. */
    public void answer(String text) {
        player.sendPluginMessage(channel, text.getBytes(StandardCharsets.UTF_8));
        answered.complete(null);
    }
}
