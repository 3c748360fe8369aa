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
import standin.control.ReportingOutput;
import standin.players.PlayerSession;

/**
 * Generates load and measures it inside the JVM, so that the control connection is not part of the figures.
 */
public final class LoadOperations {

    private static final long MAX_SETTLE_MS = 30_000;
    private static final long DEFAULT_ANSWERS_WITHIN_MS = 3_000;

    private final Function<UUID, PlayerSession> sessions;
    private final ReportingOutput output;
    private final Executor threads;

    public LoadOperations(Function<UUID, PlayerSession> sessions, ReportingOutput output, Executor threads) {
        this.sessions = sessions;
        this.output = output;
        this.threads = threads;
    }

    /**
     * Sends {@code perSecond} messages per second for {@code seconds}, with the {@code players} and the
     * base64 {@code contents} in rotation. Waits until the outcome of each packet is known, and then at most
     * {@code answersWithinMs} (default: 3,000) for all answers. Reports the numbers of sent, handled,
     * forwarded and answered messages, and the latency of the answers.
     */
    public CompletableFuture<JsonElement> load(JsonObject request) {
        return CompletableFuture.supplyAsync(() -> run(request), threads);
    }

    private JsonElement run(JsonObject request) {
        List<PlayerSession> senders = new ArrayList<>();
        request
            .getAsJsonArray("players")
            .forEach(uuid -> senders.add(sessions.apply(UUID.fromString(uuid.getAsString()))));
        String channel = request.get("channel").getAsString();
        int perSecond = request.get("perSecond").getAsInt();
        double seconds = request.get("seconds").getAsDouble();
        AnswerLatency clock = new AnswerLatency(channel, (int) Math.min(5_000_000, perSecond * seconds + 1));
        PacketSource source = new PacketSource(
            senders,
            channel,
            contents(request.getAsJsonArray("contents")),
            clock
        );
        senders.forEach(sender -> output.watch(sender.player().getUniqueId(), clock));
        try {
            source.run(perSecond, seconds);
            await(source::isSettled, MAX_SETTLE_MS);
            await(() -> clock.answers() >= source.sent(), answersWithinMs(request));
        } finally {
            senders.forEach(sender -> output.unwatch(sender.player().getUniqueId()));
        }
        return report(source, clock);
    }

    private static long answersWithinMs(JsonObject request) {
        return request.has("answersWithinMs")
            ? request.get("answersWithinMs").getAsLong()
            : DEFAULT_ANSWERS_WITHIN_MS;
    }

    private static void await(BooleanSupplier condition, long withinMs) {
        long deadline = System.currentTimeMillis() + withinMs;
        while (!condition.getAsBoolean() && System.currentTimeMillis() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static JsonObject report(PacketSource source, AnswerLatency clock) {
        JsonObject report = new JsonObject();
        report.addProperty("sent", source.sent());
        report.addProperty("handled", source.handled());
        report.addProperty("forwarded", source.forwarded());
        report.addProperty("answered", clock.answers());
        report.add("answerNanos", clock.summary());
        return report;
    }

    private static List<byte[]> contents(JsonArray encoded) {
        List<byte[]> contents = new ArrayList<>();
        encoded.forEach(content -> contents.add(Base64.getDecoder().decode(content.getAsString())));
        return contents;
    }
}
