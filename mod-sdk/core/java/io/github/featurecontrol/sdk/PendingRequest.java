package io.github.featurecontrol.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A request in flight: its items, and the checks that its answer will serve. */
final class PendingRequest {
    final String id = UUID.randomUUID().toString();
    final Method method;
    final long sentAtMs;
    /** The items, in the order of the request, each with the number of checks that its mod had requested. */
    final Map<RequestItem, Long> checksByItem = new LinkedHashMap<>();

    PendingRequest(Method method, List<RequestItem> items, long sentAtMs) {
        this.method = method;
        this.sentAtMs = sentAtMs;
        for (RequestItem item : items) checksByItem.put(item, item.mod.requested());
    }

    void markAnswered(long nowMs) {
        for (Map.Entry<RequestItem, Long> each : checksByItem.entrySet()) {
            RequestItem item = each.getKey();
            item.answeredAtMs = nowMs;
            item.isSubscribed |= method == Method.SUBSCRIBE;
            item.serve(each.getValue());
        }
    }
}
