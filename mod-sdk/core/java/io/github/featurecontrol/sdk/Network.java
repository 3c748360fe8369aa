package io.github.featurecontrol.sdk;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The answers of one network since the game was started, and when the next request is allowed. */
final class Network {

    /** Whether the network has ever answered in the form of the protocol, errors included. */
    boolean hasAnswered;
    /** How many times the answers were changed. */
    long changeCount;
    private final Map<Method, Long> notBeforeMs = new HashMap<>();
    private final Map<String, Map<String, Boolean>> answers = new HashMap<>();

    Map<String, Boolean> answersFor(String client) {
        return answers.getOrDefault(client, Collections.emptyMap());
    }

    Map<String, Boolean> answersForUpdate(String client) {
        changeCount++;
        // Without a lambda, which would add 200 bytes to the jar.
        answers.putIfAbsent(client, new HashMap<>());
        return answers.get(client);
    }

    /** Allows no request of the method before that time. */
    void limit(Method method, long untilMs) {
        notBeforeMs.put(method, untilMs);
    }

    boolean allows(Method method, long nowMs) {
        Long notBefore = notBeforeMs.get(method);
        return notBefore == null || nowMs - notBefore >= 0;
    }
}
