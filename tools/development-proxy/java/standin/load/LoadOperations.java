package standin.load;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import standin.control.ReportingWire;
import standin.events.HandlerTimings;
import standin.players.Journey;

/**
 * Load that is made and measured inside the JVM, so that the line to the driver is not part of the figures.
 */
public final class LoadOperations {
    private static final long LAST_PACKETS_MS = 30_000;
    private static final long LAST_ANSWERS_MS = 3_000;

    private final Function<UUID, Journey> journeys;
    private final ReportingWire wire;
    private final Executor threads;

    public LoadOperations(Function<UUID, Journey> journeys, ReportingWire wire, Executor threads) {
        this.journeys = journeys;
        this.wire = wire;
        this.threads = threads;
    }

    /**
     * Sends {@code perSecond} messages a second for {@code seconds}: of {@code players} in turn, each of the
     * base64 {@code contents} in turn. Waits until it is known what became of each packet, and then at most
     * {@code answersWithinMs} (default: 3,000) until all are answered. Reports how many were sent, handled,
     * forwarded and answered, and how long the answers took.
     */
    public CompletableFuture<JsonElement> load(JsonObject request) {
        return CompletableFuture.supplyAsync(() -> run(request), threads);
    }

    private JsonElement run(JsonObject request) {
        List<Journey> senders = new ArrayList<>();
        request.getAsJsonArray("players").forEach(
                uuid -> senders.add(journeys.apply(UUID.fromString(uuid.getAsString()))));
        String channel = request.get("channel").getAsString();
        int perSecond = request.get("perSecond").getAsInt();
        double seconds = request.get("seconds").getAsDouble();
        AnswerClock clock = new AnswerClock(channel, (int) Math.min(5_000_000, perSecond * seconds + 1));
        PacketSource source = new PacketSource(senders, channel, contents(request.getAsJsonArray("contents")), clock);
        senders.forEach(sender -> wire.watch(sender.player().getUniqueId(), clock));
        try {
            source.run(perSecond, seconds);
            await(source::isSettled, LAST_PACKETS_MS);
            await(() -> clock.answers() >= source.sent(), answersWithinMs(request));
        } finally {
            senders.forEach(sender -> wire.unwatch(sender.player().getUniqueId()));
        }
        return report(source, clock);
    }

    private static long answersWithinMs(JsonObject request) {
        return request.has("answersWithinMs") ? request.get("answersWithinMs").getAsLong() : LAST_ANSWERS_MS;
    }

    private static void await(BooleanSupplier condition, long withinMs) {
        long deadline = System.currentTimeMillis() + withinMs;
        while (!condition.getAsBoolean() && System.currentTimeMillis() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static JsonObject report(PacketSource source, AnswerClock clock) {
        HandlerTimings.Summary latency = clock.summary();
        JsonObject report = new JsonObject();
        report.addProperty("sent", source.sent());
        report.addProperty("handled", source.handled());
        report.addProperty("forwarded", source.forwarded());
        report.addProperty("answered", latency.count());
        report.add("answerNanos", latency.toJson());
        return report;
    }

    private static List<byte[]> contents(JsonArray encoded) {
        List<byte[]> contents = new ArrayList<>();
        encoded.forEach(content -> contents.add(Base64.getDecoder().decode(content.getAsString())));
        return contents;
    }
}
