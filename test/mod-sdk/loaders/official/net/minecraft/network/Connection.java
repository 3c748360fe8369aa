package net.minecraft.network;

import java.util.HashSet;
import java.util.Set;

public class Connection {

    private final boolean isMemoryConnection;
    public boolean isOpen = true;
    /** On NeoForge, the ad-hoc channels of ChannelAttributes, to which each announcement adds. */
    public final Set<String> channels = new HashSet<>();

    public Connection(boolean isMemoryConnection) {
        this.isMemoryConnection = isMemoryConnection;
    }

    public boolean isConnected() {
        return isOpen;
    }

    public boolean isMemoryConnection() {
        return isMemoryConnection;
    }
}
