package bench;

import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.network.ProtocolVersion;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ServerConnection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.UUID;
import java.util.function.Consumer;

/** A player without a connection, who hands every message to the bench. */
public final class MadeUpPlayer {
    private final Player player;
    private final ServerConnection server;

    /** Never joins any proxy. @param answers called with each message that is sent to the player */
    public MadeUpPlayer(Consumer<byte[]> answers) {
        UUID uuid = UUID.randomUUID();
        this.player = pretend(Player.class, (self, method, arguments) -> switch (method.getName()) {
            case "sendPluginMessage" -> {
                answers.accept((byte[]) arguments[1]);
                yield true;
            }
            case "getUniqueId" -> uuid;
            case "getProtocolVersion" -> ProtocolVersion.MINECRAFT_1_21;
            case "getProtocolState" -> ProtocolState.PLAY;
            case "hashCode" -> uuid.hashCode();
            case "equals" -> self == arguments[0];
            default -> throw new UnsupportedOperationException(method.toString());
        });
        this.server = pretend(ServerConnection.class, (self, method, arguments) -> {
            throw new UnsupportedOperationException(method.toString());
        });
    }

    public Player player() {
        return player;
    }

    ServerConnection server() {
        return server;
    }

    private static <T> T pretend(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(MadeUpPlayer.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
