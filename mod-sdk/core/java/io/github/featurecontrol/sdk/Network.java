package io.github.featurecontrol.sdk;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** What one network has answered since the game was started, and when it may be asked again. */
final class Network {
    final Map<Method, Long> notBeforeMs = new HashMap<>();
    /** Whether anything in the protocol's form was ever answered, an error included. */
    boolean hasAnswered;
    /** How often answers were changed. */
    long changes;
    private final Map<String, Map<String, Boolean>> answers = new HashMap<>();

    Map<String, Boolean> answersFor(String client) {
        return answers.getOrDefault(client, Collections.emptyMap());
    }

    Map<String, Boolean> changeableAnswersFor(String client) {
        changes++;
        return answers.computeIfAbsent(client, absent -> new HashMap<>());
    }

    boolean allows(Method method, long nowMs) {
        Long notBefore = notBeforeMs.get(method);
        return notBefore == null || nowMs - notBefore >= 0;
    }
}
