package loaders;

/** A server's answer to subscribe. */
final class Answer {

    private Answer() {}

    /**
     * Returns the answer as JSON.
     *
     * @param blockedOfOne the blocked feature of the mod `one`; empty if none is blocked
     * @param blockedOfOther the blocked feature of the mod `other`; empty if none is blocked
     */
    static String to(String request, String blockedOfOne, String blockedOfOther) {
        return (
            "{\"id\":\"" +
            request.substring(7, 43) +
            "\",\"ok\":true,\"payload\":{\"revision\":1," +
            "\"subscriptions\":[{\"client\":\"one\",\"blocklist\":[" +
            quoted(blockedOfOne) +
            "]}," +
            "{\"client\":\"other\",\"blocklist\":[" +
            quoted(blockedOfOther) +
            "]}]}}"
        );
    }

    private static String quoted(String name) {
        return name.isEmpty() ? "" : '"' + name + '"';
    }
}
