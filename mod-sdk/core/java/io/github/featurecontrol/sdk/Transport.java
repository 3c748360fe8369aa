package io.github.featurecontrol.sdk;

/**
 * Access to the client's connection, implemented by each loader part. All methods but {@link #register} are
 * called on the thread that calls {@link LoaderChannel#tick()}, and may be called in each tick.
 */
public interface Transport {
    /** Whether the server has announced the channel on this connection. */
    enum Announcement {
        /** The server has announced the channel: requests may be sent. */
        ANNOUNCED,
        /** The server has not announced the channel so far: it would not answer. */
        NOT_ANNOUNCED,
        /** The loader cannot detect announcements: one request is sent, if the mods allow that. */
        UNKNOWN,
    }

    /**
     * Registers the channel with the loader, and lets the loader call {@link LoaderChannel#tick()} and
     * {@link LoaderChannel#receive}. Called once, by {@link LoaderChannel#start}. It may throw what the
     * loader throws.
     */
    void register();

    /**
     * Returns an object that identifies the current connection to a server.
     *
     * @return a different object for each connection; null if there is none, and in single player
     */
    Object connection();

    /**
     * Returns the address of the server, as the player has chosen it. The library keeps the last answers for
     * each address until the game ends.
     *
     * @return null if the address is unknown
     */
    String network();

    /**
     * Returns whether the player is in a world. Many proxies drop messages that are sent earlier.
     *
     * @return true from JoinGame on
     */
    boolean isInGame();

    /**
     * Returns whether the server has announced the channel on this connection.
     *
     * @return {@link Announcement#UNKNOWN} if the loader cannot detect announcements
     */
    Announcement announcement();

    /**
     * Sends a plugin message on the channel.
     *
     * @param content the bytes of the message, without a length prefix
     */
    void send(byte[] content);
}
