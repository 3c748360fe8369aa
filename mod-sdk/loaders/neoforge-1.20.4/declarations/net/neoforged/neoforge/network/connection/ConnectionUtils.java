package net.neoforged.neoforge.network.connection;

import io.netty.channel.ChannelHandlerContext;
import net.minecraft.network.Connection;

/**
 * Source: neoforged/NeoForge, src/main/java/net/neoforged/neoforge/network/connection/ConnectionUtils.java,
 * branch 1.20.4 (8ef74db).
 */
public class ConnectionUtils {
    private ConnectionUtils() {}

    public static native Connection getConnection(ChannelHandlerContext connection);
}
