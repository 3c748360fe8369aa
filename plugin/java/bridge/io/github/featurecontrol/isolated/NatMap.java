package io.github.featurecontrol.isolated;

import io.lettuce.core.internal.HostAndPort;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The addresses to connect to in place of those that Redis announces. Lettuce calls it on its own threads, on
 * which the script cannot run.
 */
public final class NatMap implements Function<HostAndPort, HostAndPort> {

    private final Map<String, HostAndPort> addresses = new HashMap<>();

    /** @param announced {@code host:port}, without brackets */
    public void put(String announced, String host, int port) {
        addresses.put(announced, HostAndPort.of(host, port));
    }

    @Override
    public HostAndPort apply(HostAndPort announced) {
        String key = announced.getHostText() + ":" + announced.getPort();
        return addresses.getOrDefault(key, announced);
    }
}
