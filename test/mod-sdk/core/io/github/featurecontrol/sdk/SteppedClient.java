package io.github.featurecontrol.sdk;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/** A game client with one copy of the library, which ticks when the test requests it. */
class SteppedClient extends RecordingTransport {

    static final int TICK_MS = 50;

    final Registry registry = new Registry(new ConcurrentHashMap<>());
    long nowMs = 1;

    SteppedClient() {
        registry.claim(new Core(registry, this, () -> nowMs));
    }

    final ModFeatures mod(String client, String feature) {
        return new ModBuilder(client, registry).feature(feature).register();
    }

    final void ticks(int count) {
        for (int i = 0; i < count; i++) {
            nowMs += TICK_MS;
            registry.tick();
        }
    }

    /** Returns the payload of an answer to subscribe that blocks one feature. */
    static String subscribed(String client, String blocked) {
        return (
            "{\"revision\":1,\"subscriptions\":[{\"client\":\"" +
            client +
            "\",\"blocklist\":[\"" +
            blocked +
            "\"]}]}"
        );
    }

    final void answer(String payload) {
        reply("\"ok\":true,\"payload\":" + payload);
    }

    final void refuse(String error) {
        reply("\"ok\":false,\"error\":\"" + error + "\",\"message\":\"because\"");
    }

    final void reply(String rest) {
        require(sent.size() == 1, sent.size() + " requests");
        receive("{\"id\":\"" + idOf(sent.remove(0)) + "\"," + rest + '}');
        ticks(1);
    }

    final void receive(String text) {
        registry.receive(connection, text.getBytes(StandardCharsets.UTF_8));
    }

    static void require(boolean condition, String message) {
        if (!condition) throw new AssertionError(message);
    }
}
