package io.github.featurecontrol.sdk;

import com.google.gson.JsonObject;
import io.github.featurecontrol.sdk.Transport.Announcement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One connection: what was asked on it, what came, and what follows from that. */
final class Session {
    final Object connection;
    private final Network network;
    private final Map<String, Progress> mods = new LinkedHashMap<>();
    private final Turns turns = new Turns();
    private Question awaited;
    private long revision;
    private int failures;
    private int unansweredSubscribes;
    private boolean hasBegun;
    private Long joinedAtMs;
    private boolean hasBeenAnnounced;
    private boolean hasAskedUnannounced;
    private boolean isWithoutMethods;

    Session(Object connection, Network network) {
        this.connection = connection;
        this.network = network;
    }

    void tick(Transport transport, List<ModEntry> all, long nowMs) {
        for (ModEntry mod : all) mods.computeIfAbsent(mod.client(), absent -> new Progress(mod));
        // What was checked on the connection before this one ends with it.
        if (!hasBegun) for (Progress each : mods.values()) each.serveAllChecks();
        hasBegun = true;
        if (awaited != null && nowMs - awaited.askedAtMs >= Pauses.ANSWER_MS) missAnswer();
        Announcement announcement = transport.announcement();
        boolean isInGame = transport.isInGame();
        hasBeenAnnounced |= announcement == Announcement.ANNOUNCED;
        if (isInGame && joinedAtMs == null) joinedAtMs = nowMs;
        if (isInGame && awaited == null && mayAsk(announcement)) ask(transport, nowMs);
        boolean isWaiting = mayHaveFeatureControl(announcement, nowMs);
        for (Progress each : mods.values()) {
            each.serveChecks(isWaiting && !isWithoutMethods, nowMs);
            each.deliver(isWaiting, network);
        }
    }

    private boolean mayAsk(Announcement announcement) {
        if (isWithoutMethods || announcement == Announcement.NOT_ANNOUNCED) return false;
        return isKnownToAnswer() || !hasAskedUnannounced;
    }

    private boolean isKnownToAnswer() {
        return hasBeenAnnounced || network.hasAnswered;
    }

    /** Whether features that are not answered are undecided, rather than free. */
    private boolean mayHaveFeatureControl(Announcement announcement, long nowMs) {
        if (isKnownToAnswer() || joinedAtMs == null) return true;
        if (announcement == Announcement.UNKNOWN) return awaited != null;
        return nowMs - joinedAtMs < Pauses.ANNOUNCEMENT_MS;
    }

    private void ask(Transport transport, long nowMs) {
        List<Part> parts = new ArrayList<>();
        for (Progress each : mods.values())
            if (isKnownToAnswer() || each.mod.asksUnannounced()) parts.addAll(each.parts);
        awaited = turns.next(parts, network, nowMs);
        if (awaited == null) return;
        hasAskedUnannounced = true;
        network.notBeforeMs.put(awaited.method, nowMs + Pauses.LIMIT_MS);
        byte[] request = Requests.encode(awaited);
        Guard.run("sending a request", () -> transport.send(request));
    }

    private void missAnswer() {
        Question missed = awaited;
        turns.unanswered++;
        // A server may drop what it does not know. One that has answered before has lost this one only.
        boolean isSubscribe = missed.method == Method.SUBSCRIBE;
        if (isSubscribe && revision == 0 && ++unansweredSubscribes > 1) turns.canSubscribe = false;
        fail(missed);
    }

    private void fail(Question failed) {
        awaited = null;
        failures++;
        network.notBeforeMs.put(failed.method, failed.askedAtMs + Pauses.afterFailure(failures));
    }

    void receive(byte[] content, long nowMs) {
        JsonObject message = Answers.parse(content);
        if (message == null) return;
        if (!message.has("id")) takeEvent(message);
        else if (awaited != null && awaited.id.equals(Answers.text(message, "id"))) takeAnswer(message,
            nowMs);
    }

    private void takeAnswer(JsonObject answer, long nowMs) {
        Question question = awaited;
        network.hasAnswered = true;
        turns.unanswered = 0;
        try {
            if (Boolean.TRUE.equals(Answers.flag(answer, "ok"))) takeSuccess(question, answer, nowMs);
            else takeError(question, answer, nowMs);
        } catch (RuntimeException notOfTheProtocol) {
            fail(question);
        }
    }

    private void takeSuccess(Question question, JsonObject answer, long nowMs) {
        JsonObject payload = answer.getAsJsonObject("payload");
        if (question.method == Method.SUBSCRIBE) {
            takeSubscriptions(question, payload);
        } else {
            Set<String> blocked = Answers.blocklist(payload);
            for (Part part : question.parts.keySet()) part.take(blocked, network);
        }
        awaited = null;
        failures = 0;
        question.markAnswered(nowMs);
        network.notBeforeMs.put(question.method, nowMs + Pauses.afterAnswer());
    }

    private void takeSubscriptions(Question question, JsonObject payload) {
        Map<String, Set<String>> blocklists = Answers.blocklists(payload);
        long answered = Answers.revision(payload);
        for (Part part : question.parts.keySet())
            if (!blocklists.containsKey(part.mod.client()))
                throw new IllegalArgumentException("subscriptions");
        for (Part part : question.parts.keySet()) part.take(blocklists.get(part.mod.client()), network);
        // Behind an event that has come already: what the event reported may be undone now.
        turns.hasGap = answered < revision;
        revision = answered;
    }

    private void takeError(Question question, JsonObject answer, long nowMs) {
        String error = String.valueOf(Answers.text(answer, "error"));
        if (error.equals("RATE_LIMITED")) {
            awaited = null;
            network.notBeforeMs.put(question.method, nowMs + Pauses.afterRefusal(Answers.text(answer,
                "message")));
        } else if (error.equals("NOT_FOUND") || error.equals("BAD_REQUEST")) {
            refuse(question, error, answer);
        } else {
            fail(question);
        }
    }

    /** It would be wrong again, so it is not asked again on this connection. */
    private void refuse(Question question, String error, JsonObject answer) {
        awaited = null;
        if (question.method == Method.SUBSCRIBE) {
            turns.canSubscribe = false;
        } else {
            Guard.log(question.method.wireName + ": " + error + " " + Answers.text(answer, "message"));
            isWithoutMethods |= error.equals("NOT_FOUND");
            for (Part part : question.parts.keySet()) part.isRefused = true;
        }
    }

    private void takeEvent(JsonObject message) {
        if (!"blocklistChanged".equals(Answers.text(message, "event"))) return;
        try {
            JsonObject payload = message.getAsJsonObject("payload");
            Map<String, Set<String>> blocklists = Answers.blocklists(payload);
            long reported = Answers.revision(payload);
            if (reported <= revision) return;
            turns.hasGap |= reported != revision + 1;
            revision = reported;
            for (Progress each : mods.values())
                for (Part part : each.parts)
                    if (part.isSubscribed && blocklists.containsKey(part.mod.client()))
                        part.take(blocklists.get(part.mod.client()), network);
        } catch (RuntimeException notOfTheProtocol) {
            // As if it were lost: the next one shows the gap.
        }
    }
}
