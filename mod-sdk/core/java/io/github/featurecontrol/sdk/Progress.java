package io.github.featurecontrol.sdk;

import java.util.Arrays;
import java.util.List;

/** How far one mod is on this connection. */
final class Progress {
    final ModEntry mod;
    final List<Part> parts;
    private Long pendingSinceMs;
    private Object delivered;

    Progress(ModEntry mod) {
        this.mod = mod;
        parts = Requests.partsOf(mod);
    }

    /** Serves checks that need no question, or have waited long enough. */
    void serveChecks(boolean canBeAsked, long nowMs) {
        long requested = mod.requested();
        if (requested <= served()) {
            pendingSinceMs = null;
            return;
        }
        if (pendingSinceMs == null) pendingSinceMs = nowMs;
        boolean isLate = nowMs - pendingSinceMs >= Pauses.CHECK_MS;
        if (!canBeAsked || isLate || wasAnsweredSince(nowMs - Pauses.LIMIT_MS)) serveAllChecks();
    }

    void serveAllChecks() {
        long requested = mod.requested();
        for (Part part : parts) part.serve(requested);
        pendingSinceMs = null;
    }

    /** Delivers what is known, where anything of it has changed since the last delivery. */
    void deliver(boolean isWaiting, Network network) {
        // What was refused serves every check, so each new one is a change.
        long served = Math.min(served(), mod.requested());
        Object state = Arrays.asList(isWaiting, network.changes, served);
        if (state.equals(delivered)) return;
        delivered = state;
        mod.deliver(isWaiting, network.answersFor(mod.client()), served);
    }

    private long served() {
        long served = Long.MAX_VALUE;
        for (Part part : parts) served = Math.min(served, part.served());
        return served;
    }

    private boolean wasAnsweredSince(long ms) {
        for (Part part : parts) if (!part.wasAnsweredSince(ms)) return false;
        return true;
    }
}
