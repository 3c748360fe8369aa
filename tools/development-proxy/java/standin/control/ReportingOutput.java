package standin.control;

import com.google.gson.JsonObject;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.serializer.gson.GsonComponentSerializer;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import standin.players.HostedPlayer;
import standin.players.HostedServerConnection;
import standin.players.ProxyOutput;

/** Reports the proxy's output as events, except for players that are watched inside the JVM. */
public final class ReportingOutput implements ProxyOutput {

    private final Consumer<Supplier<JsonObject>> report;
    private final Map<UUID, Traffic> watched = new ConcurrentHashMap<>();

    public ReportingOutput(Consumer<Supplier<JsonObject>> report) {
        this.report = report;
    }

    /** Sends the player's traffic to the observer, until {@link #unwatch}. */
    public void watch(UUID player, Traffic observer) {
        watched.put(player, observer);
    }

    public void unwatch(UUID player) {
        watched.remove(player);
    }

    @Override
    public void toClient(HostedPlayer player, String channel, byte[] data) {
        Traffic observer = watched.get(player.getUniqueId());
        if (observer != null) {
            observer.toClient(player.getUniqueId(), channel, data);
            return;
        }
        JsonObject event = event("toClient", player);
        event.addProperty("channel", channel);
        event.addProperty("data", Base64.getEncoder().encodeToString(data));
        report.accept(() -> event);
    }

    @Override
    public void toBackend(HostedServerConnection connection, String channel, byte[] data) {
        Traffic observer = watched.get(connection.getPlayer().getUniqueId());
        if (observer != null) {
            observer.toBackend(connection.getPlayer().getUniqueId(), channel, data);
            return;
        }
        JsonObject event = event("toBackend", connection.getPlayer());
        event.addProperty("server", connection.getServerInfo().getName());
        event.addProperty("channel", channel);
        event.addProperty("data", Base64.getEncoder().encodeToString(data));
        report.accept(() -> event);
    }

    @Override
    public void chat(HostedPlayer player, Component message) {
        // As in a real proxy, the sender does not wait for the component to be encoded.
        report.accept(() -> {
            JsonObject event = event("chat", player);
            event.addProperty("text", PlainTextComponentSerializer.plainText().serialize(message));
            event.add("component", GsonComponentSerializer.gson().serializeToTree(message));
            return event;
        });
    }

    @Override
    public void closed(HostedPlayer player, String reason) {
        JsonObject event = event("closed", player);
        event.addProperty("reason", reason);
        report.accept(() -> event);
    }

    private static JsonObject event(String name, HostedPlayer player) {
        JsonObject event = new JsonObject();
        event.addProperty("event", name);
        event.addProperty("player", player.getUniqueId().toString());
        return event;
    }

    /** Receives the plugin messages of watched players. */
    public interface Traffic {
        void toClient(UUID player, String channel, byte[] data);

        void toBackend(UUID player, String channel, byte[] data);
    }
}
