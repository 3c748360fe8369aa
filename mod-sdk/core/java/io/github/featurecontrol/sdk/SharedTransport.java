package io.github.featurecontrol.sdk;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A transport that wraps a map of JDK types, as the loader part that has claimed the channel may belong to
 * another copy of this library.
 */
final class SharedTransport implements Transport {
    private final Map<String, Object> map;

    SharedTransport(Map<String, Object> map) {
        this.map = map;
    }

    static Map<String, Object> asMap(Transport transport) {
        Map<String, Object> map = new HashMap<>();
        map.put("connection", (Supplier<Object>) transport::connection);
        map.put("network", (Supplier<Object>) transport::network);
        map.put("isInGame", (BooleanSupplier) transport::isInGame);
        map.put("announcement", (Supplier<Object>) () -> transport.announcement().name());
        map.put("send", (Consumer<byte[]>) transport::send);
        return map;
    }

    @Override
    public Object connection() {
        return get("connection");
    }

    @Override
    public String network() {
        return (String) get("network");
    }

    @Override
    public boolean isInGame() {
        return ((BooleanSupplier) map.get("isInGame")).getAsBoolean();
    }

    @Override
    public Announcement announcement() {
        return Announcement.valueOf((String) get("announcement"));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void send(byte[] content) {
        ((Consumer<byte[]>) map.get("send")).accept(content);
    }

    private Object get(String name) {
        return ((Supplier<?>) map.get(name)).get();
    }
}
