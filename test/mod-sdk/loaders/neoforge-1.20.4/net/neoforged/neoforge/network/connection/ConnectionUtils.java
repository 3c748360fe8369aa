package net.neoforged.neoforge.network.connection;

import io.netty.channel.ChannelHandlerContext;
import net.minecraft.network.Connection;

public class ConnectionUtils {
    private ConnectionUtils() {}

    /** The connection, which is an attribute of the context. */
    public static Connection getConnection(ChannelHandlerContext connection) {
        return ((Attributes) connection).connection();
    }

    public record Attributes(Connection connection) implements ChannelHandlerContext {}
}
