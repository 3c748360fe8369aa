package net.minecraftforge.network;

/**
 * Source: MinecraftForge/MinecraftForge, src/main/java/net/minecraftforge/network/ChannelBuilder.java,
 * commit 16defac (1.20.2), branches 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
public class ChannelBuilder {

    public static native ChannelBuilder named(String channelName);

    public native ChannelBuilder acceptedVersions(Channel.VersionTest test);

    public native EventNetworkChannel eventNetworkChannel();
}
