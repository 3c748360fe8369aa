package loaders;

import java.util.List;

/** A fake game client with a loader, with what the scenarios need. Modelled on the loader's sources. */
public interface FakeGame {
    /** Starts these copies of the library, as the loader or the mods do. */
    void start(String... libraries);

    /** Connects to a server. The player is then logged in, but not yet in a world. */
    void connect(String address, boolean isSinglePlayer);

    /** Receives a message of the server on minecraft:register, or on REGISTER before 1.13. */
    void register(String content);

    /** Receives JoinGame. */
    void joinGame();

    /** Leaves the world for another game server, through the configuration phase if the game has one. */
    default void leaveWorld() {}

    /** Whether {@link #leaveWorld} enters the configuration phase, and the loader part detects that. */
    default boolean hasConfigurationPhase() {
        return false;
    }

    /** Moves the player to another game server of the network. */
    default void reconfigure() {
        leaveWorld();
        tick();
        joinGame();
    }

    /** Receives a plugin message on the channel. */
    void receive(byte[] content);

    /** Returns and clears the messages that were sent on the channel. */
    List<String> takeSent();

    /** Runs the pending tasks of the client's thread, and then a client tick. */
    void tick();

    /** Ends the connection. Pending tasks are dropped, and no event is fired. */
    void disconnect();

    /** Whether the loader part detects the server's announcement, and waits for it. */
    boolean detectsAnnouncements();

    /** Whether the server has announced the channel so far, according to the loader. */
    boolean knows(String channel);

    /** The name of the channel for this game. */
    default String channel() {
        return "service:feature-control";
    }
}
