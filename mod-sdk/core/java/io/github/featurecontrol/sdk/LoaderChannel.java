package io.github.featurecontrol.sdk;

import java.util.function.Supplier;

/** The channel, which all mods in one game client share. Only loader parts use this class. */
public final class LoaderChannel {

    /** The channel's name from Minecraft 1.13 on. {@code -Dfeature-control.channel=…} overrides it. */
    public static final String NAME = System.getProperty(
        "feature-control.channel",
        "service:feature-control"
    );
    /**
     * The channel's name before Minecraft 1.13, which limits names to 20 characters. It must be the network's
     * {@code channel.legacy-alias}. {@code -Dfeature-control.legacy-channel=…} overrides it.
     */
    public static final String LEGACY_NAME = System.getProperty(
        "feature-control.legacy-channel",
        "fc:features"
    );

    private LoaderChannel() {}

    /**
     * Starts a loader part, unless one of another copy of the library has been started: loaders reject a
     * second registration of a channel, usually with an exception. If the part fails, because another mod
     * has registered the channel or because its loader has changed, one line is logged, nothing is sent, no
     * feature is blocked, and all checks are completed immediately. Never throws.
     *
     * @param part creates the part; may fail, too
     * @return whether the part is connected; otherwise it must not call {@link #tick()}
     */
    public static boolean start(Supplier<? extends Transport> part) {
        Registry registry = Registry.shared();
        try {
            Transport transport = part.get();
            if (!registry.claim(new Core(registry, transport, Clock::nowMs))) return false;
            transport.register();
            return true;
        } catch (RuntimeException | LinkageError cause) {
            ErrorLogging.log(
                "cannot use the channel " +
                    NAME +
                    " (before Minecraft 1.13: " +
                    LEGACY_NAME +
                    "). Another mod has registered it, or this version of the loader is not supported: " +
                    cause
            );
            registry.release();
            return false;
        }
    }

    /**
     * Returns whether the game or the loader has a class, by which a part recognises their versions.
     *
     * @param className its full name
     * @return whether it can be loaded; it is not initialised
     */
    public static boolean isPresent(String className) {
        try {
            Class.forName(className, false, LoaderChannel.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
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
}
