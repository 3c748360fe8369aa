package standin.load;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import standin.control.ReportingOutput;
import standin.players.HostedPlayer;
import standin.players.PlayerSession;

/**
 * Records the events that players receive inside the JVM, as reporting them over the control connection would
 * cost the sender more than the messages themselves.
 */
public final class EventOperations {

    private static final byte[] EVENT_PREFIX = "{\"event\":".getBytes(StandardCharsets.UTF_8);

    private final Function<UUID, PlayerSession> sessions;
    private final ReportingOutput output;
    private final Queue<Long> arrivals = new ConcurrentLinkedQueue<>();

    public EventOperations(Function<UUID, PlayerSession> sessions, ReportingOutput output) {
        this.sessions = sessions;
        this.output = output;
    }

    /**
     * Records the events that these {@code players} receive from now on, and stops reporting their messages.
     */
    public void watch(JsonObject request) {
        for (HostedPlayer player : players(request)) {
            output.watch(player.getUniqueId(), new Traffic(player));
        }
    }

    /**
     * Reports the events since the last call: {@code epochMicros} of each.
     */
    public JsonElement take() {
        JsonArray epochMicros = new JsonArray();
        for (Long arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            epochMicros.add(new JsonPrimitive(arrival));
        }
        JsonObject result = new JsonObject();
        result.add("epochMicros", epochMicros);
        return result;
    }

    private List<HostedPlayer> players(JsonObject request) {
        return request
            .getAsJsonArray("players")
            .asList()
            .stream()
            .map(uuid -> sessions.apply(UUID.fromString(uuid.getAsString())).player())
            .toList();
    }

    /**
     * The messages to one player. Recorded on the player's network thread, on which a proxy writes to the
     * client.
     */
    private final class Traffic implements ReportingOutput.Traffic {

        private final HostedPlayer receiver;

        Traffic(HostedPlayer receiver) {
            this.receiver = receiver;
        }

        @Override
        public void toClient(UUID player, String channel, byte[] data) {
            if (Arrays.mismatch(EVENT_PREFIX, data) != EVENT_PREFIX.length) {
                return;
            }
            receiver.loop().execute(() -> {
                arrivals.add(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
            });
        }

        @Override
        public void toBackend(UUID player, String channel, byte[] data) {
            // Not recorded.
        }
    }
}
