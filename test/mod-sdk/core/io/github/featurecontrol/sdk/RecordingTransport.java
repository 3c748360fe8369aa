package io.github.featurecontrol.sdk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A connection to a server, which by default has announced the channel. Records the requests. */
class RecordingTransport implements Transport {

    final List<String> sent = new ArrayList<>();
    Object connection = new Object();
    Announcement announcement = Announcement.ANNOUNCED;

    /** Returns the id of a request, which the library writes first. */
    static String idOf(String request) {
        return request.substring(7, 43);
    }

    @Override
    public void register() {}

    @Override
    public Object connection() {
        return connection;
    }

    @Override
    public String network() {
        return "network";
    }

    @Override
    public boolean isInGame() {
        return true;
    }

    @Override
    public Announcement announcement() {
        return announcement;
    }

    @Override
    public void send(byte[] content) {
        sent.add(new String(content, StandardCharsets.UTF_8));
    }
}
