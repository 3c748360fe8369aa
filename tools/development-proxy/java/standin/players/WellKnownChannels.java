package standin.players;

import com.velocitypowered.api.network.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The channels that the proxy itself handles, with their names before and since 1.13. */
final class WellKnownChannels {

    private static final Set<String> REGISTER = Set.of("REGISTER", "minecraft:register");
    private static final Set<String> UNREGISTER = Set.of("UNREGISTER", "minecraft:unregister");
    private static final Set<String> BRAND = Set.of("MC|Brand", "minecraft:brand");
    private static final Set<String> PROXY = Set.of("BungeeCord", "bungeecord:main");

    private WellKnownChannels() {}

    static boolean isRegister(String channel) {
        return REGISTER.contains(channel);
    }

    static boolean isUnregister(String channel) {
        return UNREGISTER.contains(channel);
    }

    static boolean isBrand(String channel) {
        return BRAND.contains(channel);
    }

    /** Channels of messages to the proxy itself, which it answers or drops but never forwards. */
    static boolean isProxy(String channel) {
        return PROXY.contains(channel);
    }

    /** Whether clients of that version know only channels with a namespace: from 1.13 on. */
    static boolean isNamespaced(ProtocolVersion version) {
        return version.getProtocol() >= 393;
    }

    static String registerFor(ProtocolVersion version) {
        return isNamespaced(version) ? "minecraft:register" : "REGISTER";
    }

    static byte[] encodeNames(Collection<String> names) {
        return String.join("\0", names).getBytes(StandardCharsets.UTF_8);
    }

    static List<String> decodeNames(byte[] data) {
        return data.length == 0 ? List.of() : List.of(new String(data, StandardCharsets.UTF_8).split("\0"));
    }

    static String modernNameOf(String legacyName) {
        if (legacyName.contains(":")) {
            return legacyName;
        }
        return switch (legacyName) {
            case "REGISTER" -> "minecraft:register";
            case "UNREGISTER" -> "minecraft:unregister";
            case "MC|Brand" -> "minecraft:brand";
            case "BungeeCord" -> "bungeecord:main";
            default -> "legacy:" + legacyName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9\\-_]", "");
        };
    }
}
