package io.github.featurecontrol.sdk;

/** For loader parts alone: the channel, of which a client has one for all its mods. */
public final class LoaderChannel {
    /** From Minecraft 1.13 on. {@code -Dfeature-control.channel=…} replaces it. */
    public static final String NAME = System.getProperty("feature-control.channel",
        "service:feature-control");
    /**
     * Before 1.13, where names have at most 20 characters: the network's {@code channel.legacy-alias}, which
     * {@code -Dfeature-control.legacy-channel=…} replaces.
     */
    public static final String LEGACY_NAME = System.getProperty("feature-control.legacy-channel",
        "fc:features");

    private LoaderChannel() {}

    /**
     * Claims the channel for this loader part, to be called before it registers the channel with its loader:
     * loaders refuse a second registration, mostly by an exception.
     *
     * @param transport what this part knows of the connection
     * @return false where another part has claimed it: then register nothing, and send no ticks
     */
    public static boolean claim(Transport transport) {
        Registry registry = Registry.shared();
        if (!registry.claim(transport)) return false;
        registry.join(new Core(registry));
        return true;
    }

    /** Does what is due; to be called at each tick of the client, on its main thread. Never throws. */
    public static void tick() {
        Guard.run("the tick", Registry.shared()::tick);
    }

    /**
     * Takes what came on the channel; may be called on any thread. Never throws.
     *
     * @param connection as {@link Transport#connection} returns it, for the connection on which it came: what
     *     came on another than the current one is dropped. Null where the loader does not say: then what is
     *     received before the first tick on a new connection counts for the old one, and is dropped.
     * @param content the bytes of the message; the library keeps the array
     */
    public static void receive(Object connection, byte[] content) {
        Guard.run("a message", () -> Registry.shared().receive(connection, content));
    }

    /**
     * Logs that the channel is another mod's, which does not use this library: nothing can be asked then.
     *
     * @param cause what the loader has thrown; null where it has thrown nothing
     */
    public static void reportTaken(Throwable cause) {
        Guard.log(NAME + " is registered by a mod that does not use this library"
            + (cause == null ? "" : ": " + cause));
    }
}
