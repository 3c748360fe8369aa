package standin.load;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Function;
import standin.control.ReportingWire;
import standin.players.HostedPlayer;
import standin.players.Journey;

/**
 * Messages that come to players by themselves, noted inside the JVM: as the line to the driver would cost the
 * sender more than the messages.
 */
public final class EventOperations {
    private static final byte[] BEGINNING = "{\"event\":".getBytes(StandardCharsets.UTF_8);

    private final Function<UUID, Journey> journeys;
    private final ReportingWire wire;
    private final Executor threads;
    private final Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
    private volatile byte[] latest = new byte[0];

    public EventOperations(Function<UUID, Journey> journeys, ReportingWire wire, Executor threads) {
        this.journeys = journeys;
        this.wire = wire;
        this.threads = threads;
    }

    /** From now on what these {@code players} are sent is not reported, but noted where it is an event. */
    public void watch(JsonObject request) {
        for (HostedPlayer player : players(request)) {
            wire.watch(player.getUniqueId(), new Traffic(player));
        }
    }

    /**
     * Reports the events that came since the last call: {@code epochMicros} of each, and the {@code latest}
     * in base64.
     */
    public JsonElement take() {
        JsonArray epochMicros = new JsonArray();
        for (Long arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            epochMicros.add(new JsonPrimitive(arrival));
        }
        JsonObject result = new JsonObject();
        result.add("epochMicros", epochMicros);
        result.addProperty("latest", Base64.getEncoder().encodeToString(latest));
        return result;
    }

    /** Sends the base64 {@code data} on the {@code channel} to all {@code players}, one after the other. */
    public CompletableFuture<Void> send(JsonObject request) {
        List<HostedPlayer> players = players(request);
        ChannelIdentifier channel = MinecraftChannelIdentifier.from(request.get("channel").getAsString());
        byte[] data = Base64.getDecoder().decode(request.get("data").getAsString());
        return CompletableFuture.runAsync(
                () -> players.forEach(player -> player.sendPluginMessage(channel, data)), threads);
    }

    private List<HostedPlayer> players(JsonObject request) {
        return request.getAsJsonArray("players").asList().stream()
                .map(uuid -> journeys.apply(UUID.fromString(uuid.getAsString())).player())
                .toList();
    }

    /** What one player is sent. Noted on the player's network thread, where a proxy writes to the client. */
    private final class Traffic implements ReportingWire.Traffic {
        private final HostedPlayer receiver;

        Traffic(HostedPlayer receiver) {
            this.receiver = receiver;
        }

        @Override
        public void toClient(UUID player, String channel, byte[] data) {
            if (Arrays.mismatch(BEGINNING, data) != BEGINNING.length) {
                return;
            }
            receiver.loop().execute(() -> {
                arrivals.add(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
                latest = data;
            });
        }

        @Override
        public void toBackend(UUID player, String channel, byte[] data) {
            // Nothing is sent there.
        }
    }
}
