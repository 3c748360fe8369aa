package loaders;

/** What a server answers to subscribe. */
final class Answer {
    private Answer() {}

    /** @param ofOne what is blocked of the mod one, and then of the mod other; empty for nothing */
    static String to(String request, String ofOne, String ofOther) {
        return "{\"id\":\"" + request.substring(7, 43) + "\",\"ok\":true,\"payload\":{\"revision\":1,"
            + "\"subscriptions\":[{\"client\":\"one\",\"blocklist\":[" + quoted(ofOne) + "]},"
            + "{\"client\":\"other\",\"blocklist\":[" + quoted(ofOther) + "]}]}}";
    }

    private static String quoted(String name) {
        return name.isEmpty() ? "" : '"' + name + '"';
    }
}
