package io.github.featurecontrol.sdk;

/**
 * What a loader part knows of the client's connection. Everything but {@link #send} is read on the thread
 * that calls {@link LoaderChannel#tick()}, and may be asked at each tick.
 */
public interface Transport {
    /** Whether the server has announced the channel on this connection. */
    enum Announcement {
        /** It has: it may be asked. */
        ANNOUNCED,
        /** It has not, so far: nobody would answer. */
        NOT_ANNOUNCED,
        /** This loader cannot know: it is asked once, where the mods allow that. */
        UNKNOWN
    }

    /**
     * The connection to a server, as an object that is another one for each connection.
     *
     * @return null without a connection, and in single player
     */
    Object connection();

    /**
     * The address of the server as the player has chosen it: an answer is kept for it until the game ends.
     *
     * @return null where it is not known
     */
    String network();

    /**
     * Whether there is a player in a world.
     *
     * @return true from JoinGame on: what is sent earlier is lost on many proxies
     */
    boolean isInGame();

    /**
     * Whether the channel is announced on this connection.
     *
     * @return {@link Announcement#UNKNOWN} where the loader has no way to hear it
     */
    Announcement announcement();

    /**
     * Sends one plugin message on the channel.
     *
     * @param content its bytes, without a length before them
     */
    void send(byte[] content);
}
