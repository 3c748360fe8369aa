package io.github.featurecontrol.sdk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Delivers messages in one direction. If it is faulty, it loses, delays, duplicates and reorders some. */
final class ModelWire {
    private static final String EVENT = "{\"event\":\"blocklistChanged\",\"payload\":{\"revision\":";
    private static final String[] GARBAGE = {
        "", "{", "[]", "null", "\"\"", "{\"id\":\"\"}",
            "{\"id\":\"\",\"ok\":true,\"payload\":{\"blocklist\":[\"f0\"]}}",
        "{\"id\":null,\"ok\":true}", "{\"id\":{\"ok\":1}}", "{\"event\":\"blocklistChanged\"}",
            "{\"event\":1,\"payload\":[]}",
        EVENT + "1e999999999,\"subscriptions\":[]}}",
        EVENT + "99999999999999999999,\"subscriptions\":[]}}",
        EVENT + "900719925474099,\"subscriptions\":"
            + "[{\"client\":\"nobody\",\"blocked\":[],\"unblocked\":[],\"blocklist\":[\"f0\"]}]}}",
        EVENT + "2,\"subscriptions\":[{\"client\":\"mod0\",\"blocklist\":[{}]}]}}",
        EVENT + "-5,\"subscriptions\":[{\"client\":\"mod0\",\"blocklist\":[\"f0\"]}]}}",
        "{\"event\":\"somethingElse\",\"payload\":{\"blocklist\":[\"f0\"]}}",
        "{\"id\":\"8c1f7f0e-6f0e-4a57-9d2a-4c1d7c3a9b55\",\"ok\":true,"
            + "\"payload\":{\"blocklist\":[\"f0\",\"f1\"]}}"};

    private final Random random;
    private final List<Message> messages = new ArrayList<>();
    boolean isFaulty;
    /** Whether the next message is lost. */
    boolean losesNext;

    ModelWire(Random random) {
        this.random = random;
    }

    void send(byte[] content, long nowMs, Consumer<byte[]> receiver) {
        boolean isLost = losesNext;
        losesNext = false;
        if (isLost) return;
        if (!isFaulty) {
            messages.add(new Message(content, nowMs + 20, receiver));
            return;
        }
        if (random.nextInt(10) < 2) return;
        for (int copies = random.nextInt(10) == 0 ? 2 : 1; copies > 0; copies--)
            messages.add(new Message(content, nowMs + (random.nextInt(4) == 0 ? random.nextInt(15_000) : 30),
                receiver));
    }

    /** Returns an invalid or forged message, such as an answer to the last request with a wrong payload. */
    byte[] garbage(List<byte[]> sent) {
        int kind = random.nextInt(5);
        if (kind == 0) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            return noise;
        }
        if (kind == 1) {
            StringBuilder deep = new StringBuilder("{\"id\":");
            for (int i = 0; i < 5_000; i++) deep.append('[');
            return utf8(deep.toString());
        }
        if (kind == 2 && !sent.isEmpty()) {
            // The id of the pending request, with an invalid answer.
            String request = new String(sent.get(sent.size() - 1), StandardCharsets.UTF_8);
            String id = request.substring(7, request.indexOf('"', 7));
            String[] bodies = {"true}", "true,\"payload\":[]}",
                "\"true\",\"payload\":{\"blocklist\":[\"f0\"]}}",
                "true,\"payload\":{\"blocklist\":[1],\"subscriptions\":[1],\"revision\":1}}", "false}",
                    "false,\"error\":7}",
                "false,\"error\":\"RATE_LIMITED\",\"message\":\"99999999999 seconds\"}",
                    "false,\"error\":\"INTERNAL_ERROR\"}"};
            return utf8("{\"id\":\"" + id + "\",\"ok\":" + bodies[random.nextInt(bodies.length)]);
        }
        return utf8(GARBAGE[random.nextInt(GARBAGE.length)]);
    }

    void deliver(long nowMs) {
        List<Message> due = new ArrayList<>();
        for (Message message : messages) if (message.dueMs <= nowMs) due.add(message);
        messages.removeAll(due);
        due.sort(Comparator.comparingLong(message -> message.dueMs));
        for (Message message : due) message.receiver.accept(message.content);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final class Message {
        final byte[] content;
        final long dueMs;
        final Consumer<byte[]> receiver;

        Message(byte[] content, long dueMs, Consumer<byte[]> receiver) {
            this.content = content;
            this.dueMs = dueMs;
            this.receiver = receiver;
        }
    }
}
