package com.velocitypowered.api.proxy.messages;

/** A channel with a name in the form {@code namespace:name}, as used by clients since 1.13. */
public final class MinecraftChannelIdentifier implements ChannelIdentifier {
    private MinecraftChannelIdentifier() {
    }

    /**
     * Throws IllegalArgumentException unless both are {@code [a-z0-9/\-_]*}, the first not empty (fact 10 in
     * tools/development-proxy/README.md).
     */
    public static native MinecraftChannelIdentifier create(String namespace, String name);

    public static native MinecraftChannelIdentifier from(String identifier);

    @Override
    public native String getId();
}
