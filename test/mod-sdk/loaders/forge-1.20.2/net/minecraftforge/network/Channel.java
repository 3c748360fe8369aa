package net.minecraftforge.network;

import io.netty.buffer.ByteBuf;
import net.minecraft.network.Connection;

public abstract class Channel<MSG> {

    public void send(MSG message, Connection connection) {
        connection.channel().writeAndFlush((ByteBuf) message);
    }

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
