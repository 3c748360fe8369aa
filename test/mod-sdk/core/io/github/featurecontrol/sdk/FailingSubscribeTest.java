package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Servers that do not answer subscribe as the protocol requires. Requests of it must not replace checks. */
final class FailingSubscribeTest extends SteppedClient {

    private static final int SECOND = 1_000 / TICK_MS;
    private static final String BLOCKED = "{\"blocklist\":[\"map\"]}";

    /** When subscribe was sent, in milliseconds. */
    private final List<Long> subscribedAtMs = new ArrayList<>();

    static void run() {
        new FailingSubscribeTest().usesCheckFeaturesAfterErrors();
        new FailingSubscribeTest().sendsChecksDuringTheBackOff();
        new FailingSubscribeTest().boundsUnansweredRequests();
    }

    /** A server may answer unknown methods with INTERNAL_ERROR. */
    private void usesCheckFeaturesAfterErrors() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        refuse("INTERNAL_ERROR");
        ticks(11 * SECOND);
        refuse("INTERNAL_ERROR");
        requireChecks(mod);
    }

    private void requireChecks(ModFeatures mod) {
        answerCheckFeatures();
        require(mod.isBlocked("map"), "checkFeatures was not used for the first answer");
        ticks(11 * SECOND);
        CompletableFuture<Boolean> check = mod.check("map");
        ticks(1);
        answerCheckFeatures();
        require(check.isDone() && check.join(), "a check was not sent with checkFeatures");
    }

    /** An outage has ended, but the back-off of checkFeatures has not. */
    private void sendsChecksDuringTheBackOff() {
        ModFeatures mod = mod("mod", "map");
        ticks(1);
        refuse("NOT_FOUND");
        for (int failures = 0; failures < 5; failures++) {
            refuse("INTERNAL_ERROR");
            while (sent.isEmpty()) ticks(1);
        }
        refuse("INTERNAL_ERROR");
        ticks(11 * SECOND);
        require(sent.isEmpty(), "the request was repeated before the end of the back-off");
        CompletableFuture<Boolean> check = mod.check("map");
        ticks(1);
        answerCheckFeatures();
        require(check.isDone() && check.join(), "a check waits for the back-off of earlier requests");
    }

    /** The server drops subscribe, and answers checkFeatures. */
    private void boundsUnansweredRequests() {
        ModFeatures mod = mod("mod", "map");
        for (int tick = 0; tick < 3_600 * SECOND; tick++) answerAfterTick();
        require(mod.isBlocked("map"), "no answer");
        require(subscribedAtMs.size() <= 8, subscribedAtMs.size() + " unanswered requests in an hour");
        for (int minute = 0; minute < 60; minute++) {
            CompletableFuture<Boolean> check = mod.check("map");
            for (int tick = 0; tick < 60 * SECOND; tick++) {
                answerAfterTick();
                if (tick == 10 * SECOND) require(check.isDone() && check.join(), "a check was not answered");
            }
        }
        for (int i = 1; i < subscribedAtMs.size(); i++) {
            long backOffMs = 10_000 << Math.min(i - 1, 4);
            require(
                subscribedAtMs.get(i) - subscribedAtMs.get(i - 1) >= backOffMs,
                "repeats subscribe before its back-off has ended"
            );
        }
    }

    private void answerAfterTick() {
        ticks(1);
        if (sent.isEmpty()) return;
        if (sent.get(0).contains("checkFeatures")) answer(BLOCKED);
        else sent.clear();
    }

    private void answerCheckFeatures() {
        require(sent.size() == 1 && sent.get(0).contains("checkFeatures"), "no checkFeatures: " + sent);
        answer(BLOCKED);
    }

    @Override
    public void send(byte[] content) {
        super.send(content);
        if (sent.get(sent.size() - 1).contains("subscribe")) subscribedAtMs.add(nowMs);
    }
}
