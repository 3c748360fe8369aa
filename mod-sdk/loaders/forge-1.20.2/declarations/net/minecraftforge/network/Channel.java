package net.minecraftforge.network;

import net.minecraft.network.Connection;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network/Channel.java, commit
 * 16defac (1.20.2), branches 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
public abstract class Channel<MSG> {

    public native void send(MSG message, Connection connection);

    @FunctionalInterface
    public interface VersionTest {
        boolean accepts(Status status, int version);

        enum Status {
            VANILLA,
            MISSING,
            PRESENT,
        }
    }
}
