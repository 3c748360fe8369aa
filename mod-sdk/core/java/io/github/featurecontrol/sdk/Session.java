package io.github.featurecontrol.sdk;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.github.featurecontrol.sdk.Transport.Announcement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One connection to a server: sends the requests, and processes the answers and events. */
final class Session {

    /** The value of {@code ok} in the answer to a request that succeeded. */
    private static final JsonPrimitive SUCCESS = new JsonPrimitive(true);

    final Object connection;
    private final Network network;
    private final Map<String, ModState> mods = new LinkedHashMap<>();
    private final RequestScheduler scheduler = new RequestScheduler();
    private PendingRequest pending;
    private Long joinedAtMs;
    private boolean hasBeenAnnounced;
    /** The id of the last request; null before the first one. */
    private String lastId;
    /** Whether a request is needed, and waits until the limit allows it. */
    private boolean isRequestDue;
    private boolean lacksCheckFeatures;

    Session(Object connection, Network network) {
        this.connection = connection;
        this.network = network;
    }

    void tick(Transport transport, List<ModEntry> all, long nowMs) {
        for (ModEntry mod : all)
            if (!mods.containsKey(mod.client())) mods.put(mod.client(), new ModState(mod));
        if (pending != null && nowMs - pending.sentAtMs >= Delays.ANSWER_TIMEOUT_MS) {
            scheduler.timeOut(pending);
            pending = null;
        }
        Announcement announcement = transport.announcement();
        boolean isInGame = transport.isInGame();
        hasBeenAnnounced |= announcement == Announcement.ANNOUNCED;
        if (isInGame && joinedAtMs == null) joinedAtMs = nowMs;
        if (isInGame && pending == null && mayAsk(announcement)) sendRequest(transport, nowMs);
        boolean mayHaveFeatureControl = !lacksCheckFeatures && mayHaveFeatureControl(announcement, nowMs);
        for (ModState each : mods.values()) {
            each.serveChecks(mayHaveFeatureControl, nowMs);
            each.deliver(mayHaveFeatureControl, network);
        }
    }

    private boolean mayAsk(Announcement announcement) {
        if (lacksCheckFeatures || announcement == Announcement.NOT_ANNOUNCED) return false;
        return isKnownToAnswer() || lastId == null;
    }

    private boolean isKnownToAnswer() {
        return hasBeenAnnounced || network.hasAnswered;
    }

    /** Whether features without an answer are undecided, as opposed to unblocked. */
    private boolean mayHaveFeatureControl(Announcement announcement, long nowMs) {
        if (isKnownToAnswer() || joinedAtMs == null) return true;
        if (announcement == Announcement.UNKNOWN) return pending != null || isRequestDue;
        return nowMs - joinedAtMs < Delays.ANNOUNCEMENT_TIMEOUT_MS;
    }

    private void sendRequest(Transport transport, long nowMs) {
        List<ModState> asking = new ArrayList<>();
        for (ModState each : mods.values())
            if (isKnownToAnswer() || each.mod.asksUnannounced()) asking.add(each);
        pending = scheduler.next(asking, network, nowMs);
        // Nothing else but the limit of an earlier connection delays the first request.
        isRequestDue = pending == null && lastId == null && !asking.isEmpty();
        if (pending == null) return;
        lastId = pending.id;
        // With a margin, as the server counts from the arrival of the request.
        network.limit(pending.method, nowMs + Delays.afterAnswer());
        byte[] content = Requests.encode(pending);
        ErrorLogging.run("sending a request", () -> transport.send(content));
    }

    void receive(byte[] content, long nowMs) {
        JsonObject message = MessageParser.parse(content);
        if (message == null) return;
        if (!message.has("id")) handleEvent(message);
        else if (lastId != null && lastId.equals(MessageParser.text(message, "id"))) {
            // A late answer is not accepted, but shows that the network answers (C-MOD-2, C-ANN-3).
            network.hasAnswered = true;
            if (pending != null) handleAnswer(message, nowMs);
        }
    }

    private void handleAnswer(JsonObject answer, long nowMs) {
        PendingRequest request = pending;
        pending = null;
        scheduler.markAnswered();
        try {
            if (SUCCESS.equals(answer.get("ok"))) handleSuccess(request, answer, nowMs);
            else handleError(request, answer, nowMs);
        } catch (RuntimeException invalid) {
            scheduler.fail(request);
        }
    }

    private void handleSuccess(PendingRequest request, JsonObject answer, long nowMs) {
        JsonObject payload = answer.getAsJsonObject("payload");
        if (request.method == Method.SUBSCRIBE) {
            applySubscriptions(request, payload);
        } else {
            Set<String> blocked = MessageParser.blocklist(payload);
            for (ModState each : request.checksByMod.keySet()) each.apply(blocked, network);
        }
        scheduler.succeed(request);
        request.markAnswered(nowMs);
        network.limit(request.method, nowMs + Delays.afterAnswer());
    }

    private void applySubscriptions(PendingRequest request, JsonObject payload) {
        Map<String, Set<String>> blocklists = MessageParser.blocklists(payload);
        long answered = MessageParser.revision(payload);
        for (ModState each : request.checksByMod.keySet())
            if (!blocklists.containsKey(each.mod.client())) throw new IllegalArgumentException(
                "subscriptions"
            );
        for (ModState each : request.checksByMod.keySet())
            each.apply(blocklists.get(each.mod.client()), network);
        scheduler.adopt(answered);
    }

    private void handleError(PendingRequest request, JsonObject answer, long nowMs) {
        String error = String.valueOf(MessageParser.text(answer, "error"));
        if (error.equals("RATE_LIMITED")) {
            String message = MessageParser.text(answer, "message");
            network.limit(request.method, nowMs + Delays.afterRateLimited(message));
        } else if (error.equals("NOT_FOUND") || error.equals("BAD_REQUEST")) {
            handleRejection(request, error, answer);
        } else {
            scheduler.fail(request);
        }
    }

    /** The server would reject the request again, so it is not repeated on this connection. */
    private void handleRejection(PendingRequest request, String error, JsonObject answer) {
        if (request.method == Method.SUBSCRIBE) {
            scheduler.rejectSubscribe();
        } else {
            String line = String.format(
                "%s: %s %.200s",
                request.method.wireName,
                error,
                MessageParser.text(answer, "message")
            );
            // Replaces what could end the line or control a terminal, and $, because the Log4j of older games
            // evaluates ${…} in messages.
            ErrorLogging.log(line.replaceAll("[^ -#%-~]", "?"));
            lacksCheckFeatures |= error.equals("NOT_FOUND");
            for (ModState each : request.checksByMod.keySet()) each.isRejected = true;
        }
    }

    private void handleEvent(JsonObject message) {
        if (!"blocklistChanged".equals(MessageParser.text(message, "event"))) return;
        try {
            JsonObject payload = message.getAsJsonObject("payload");
            Map<String, Set<String>> blocklists = MessageParser.blocklists(payload);
            long reported = MessageParser.revision(payload);
            if (!scheduler.advance(reported)) return;
            for (ModState each : mods.values())
                if (each.isSubscribed && blocklists.containsKey(each.mod.client())) each.apply(
                    blocklists.get(each.mod.client()),
                    network
                );
        } catch (RuntimeException invalid) {
            // Treated as lost: the next event reveals the gap.
        }
    }
}
