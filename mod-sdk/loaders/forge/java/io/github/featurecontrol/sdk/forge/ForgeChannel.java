package io.github.featurecontrol.sdk.forge;

import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.Transport;
import io.github.featurecontrol.sdk.legacyforge.LegacyForgeChannel;
import net.minecraftforge.fml.loading.FMLEnvironment;

/** The channel on Forge, where each mod starts the library. */
public final class ForgeChannel {

    private ForgeChannel() {}

    /**
     * Starts the library, if no other mod has started it. Each mod calls this once, in its constructor.
     * Without effect on dedicated servers. Never throws.
     */
    public static void start() {
        LoaderChannel.start(ForgeChannel::part);
    }

    private static Transport part() {
        if (
            LoaderChannel.isPresent("net.minecraftforge.fml.common.network.FMLEventChannel")
        ) return LegacyForgeChannel.part();
        if (!FMLEnvironment.dist.isClient()) return null;
        if (
            LoaderChannel.isPresent("net.minecraftforge.network.ChannelBuilder")
        ) return new ForgeChannel120();
        if (
            LoaderChannel.isPresent("net.minecraftforge.network.NetworkRegistry")
        ) return new ForgeChannel118();
        return new ForgeChannel116();
    }
}
