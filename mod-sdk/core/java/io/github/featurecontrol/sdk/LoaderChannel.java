package io.github.featurecontrol.sdk;

/** The channel, which all mods in one game client share. Only loader parts use this class. */
public final class LoaderChannel {
    /** The channel's name from Minecraft 1.13 on. {@code -Dfeature-control.channel=…} overrides it. */
    public static final String NAME = System.getProperty("feature-control.channel",
        "service:feature-control");
    /**
     * The channel's name before Minecraft 1.13, which limits names to 20 characters. It must be the network's
     * {@code channel.legacy-alias}. {@code -Dfeature-control.legacy-channel=…} overrides it.
     */
    public static final String LEGACY_NAME = System.getProperty("feature-control.legacy-channel",
        "fc:features");

    private LoaderChannel() {}

    /**
     * Claims the channel for a loader part. The part must call this before it registers the channel with its
     * loader, because loaders reject a second registration, usually with an exception.
     *
     * @param transport the part's access to the connection
     * @return false if another part has already claimed the channel; the caller must then not register it,
     *     and must not call {@link #tick()}
     */
    public static boolean claim(Transport transport) {
        Registry registry = Registry.shared();
        return registry.claim(new Core(registry, transport));
    }

    /**
     * Processes the received messages, sends the next request and updates the mods. The loader part calls it
     * at each client tick, on the client's main thread. Never throws.
     */
    public static void tick() {
        ErrorLogging.run("the tick", Registry.shared()::tick);
    }

    /**
     * Queues a message that was received on the channel, for the next tick. May be called on any thread.
     * Never throws.
     *
     * @param connection the connection on which the message was received, as {@link Transport#connection}
     *     returns it. Messages of a connection that is no longer the current one are dropped. Null if the
     *     loader does not provide it: then messages received before the first tick on a new connection are
     *     attributed to the old one and dropped.
     * @param content the bytes of the message; the library keeps the array
     */
    public static void receive(Object connection, byte[] content) {
        ErrorLogging.run("a message", () -> Registry.shared().receive(connection, content));
    }

    /**
     * Withdraws the claim, and logs that another mod, which does not use this library, has registered the
     * channel. The library cannot send requests then; it completes all checks immediately. The caller must
     * not call {@link #tick()}. Never throws.
     *
     * @param cause the exception that the loader has thrown; null if it has thrown none
     */
    public static void reportTaken(Throwable cause) {
        ErrorLogging.log("The channel (" + NAME + ", or " + LEGACY_NAME
            + " before Minecraft 1.13) is registered by a mod that does not use this library"
            + (cause == null ? "" : ": " + cause));
        Registry.shared().release();
    }
}
