package io.github.featurecontrol.sdk;

import java.util.Arrays;
import java.util.List;

/** The state of one mod on one connection: its request items, and what was last delivered to it. */
final class ModState {
    final ModEntry mod;
    final List<RequestItem> items;
    private Long pendingSinceMs;
    private Object delivered;

    /** @param served the number of checks that have been served, or end with the previous connection */
    ModState(ModEntry mod, long served) {
        this.mod = mod;
        items = Requests.itemsOf(mod);
        for (RequestItem item : items) item.serve(served);
    }

    /** Serves the checks that need no request, or have timed out. */
    void serveChecks(boolean canAsk, long nowMs) {
        long requested = mod.requested();
        if (requested <= served()) {
            pendingSinceMs = null;
            return;
        }
        if (pendingSinceMs == null) pendingSinceMs = nowMs;
        boolean isLate = nowMs - pendingSinceMs >= Delays.CHECK_TIMEOUT_MS;
        if (!canAsk || isLate || wasAnsweredSince(nowMs - Delays.LIMIT_MS)) serveAllChecks();
    }

    private void serveAllChecks() {
        long requested = mod.requested();
        for (RequestItem item : items) item.serve(requested);
        pendingSinceMs = null;
    }

    /** Delivers the known answers to the mod, if anything has changed since the last delivery. */
    void deliver(boolean mayHaveFeatureControl, Network network) {
        // A rejected item serves every check, so each new check is a change.
        long served = Math.min(served(), mod.requested());
        Object state = Arrays.asList(mayHaveFeatureControl, network.changeCount, served);
        if (state.equals(delivered)) return;
        delivered = state;
        mod.deliver(mayHaveFeatureControl, network.answersFor(mod.client()), served);
    }

    private long served() {
        long served = Long.MAX_VALUE;
        for (RequestItem item : items) served = Math.min(served, item.served());
        return served;
    }

    private boolean wasAnsweredSince(long ms) {
        for (RequestItem item : items) if (!item.wasAnsweredSince(ms)) return false;
        return true;
    }
}
