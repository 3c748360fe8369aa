package io.github.featurecontrol.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One request in flight: what it asks for, and which checks its answer will serve. */
final class Question {
    final String id = UUID.randomUUID().toString();
    final Method method;
    final long askedAtMs;
    /** In the order of the request: each part with the number of checks that its mod had requested. */
    final Map<Part, Long> parts = new LinkedHashMap<>();

    Question(Method method, List<Part> asked, long askedAtMs) {
        this.method = method;
        this.askedAtMs = askedAtMs;
        for (Part part : asked) parts.put(part, part.mod.requested());
    }

    void markAnswered(long nowMs) {
        parts.forEach((part, requested) -> {
            part.answeredAtMs = nowMs;
            part.isSubscribed |= method == Method.SUBSCRIBE;
            part.serve(requested);
        });
    }
}
