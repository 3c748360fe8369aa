package bench;

import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.network.ProtocolVersion;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ServerConnection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.UUID;
import java.util.function.Consumer;

/** A player without a connection, which passes every message to the bench. */
public final class SimulatedPlayer {
    private final Player player;
    private final ServerConnection server;

    /**
     * Creates a player that is on no proxy.
     * @param answers called with each message to the player
     */
    public SimulatedPlayer(Consumer<byte[]> answers) {
        UUID uuid = UUID.randomUUID();
        this.player = proxyOf(Player.class, (self, method, arguments) -> switch (method.getName()) {
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
        this.server = proxyOf(ServerConnection.class, (self, method, arguments) -> {
            throw new UnsupportedOperationException(method.toString());
        });
    }

    public Player player() {
        return player;
    }

    ServerConnection server() {
        return server;
    }

    private static <T> T proxyOf(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(SimulatedPlayer.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
