package loaders;

import java.util.List;

/** A client with a loader, as far as the scenarios need it. Each loader has one, after its own sources. */
public interface FakeGame {
    /** Has the loader find the part, and initialises it, as often as mods have brought a copy. */
    void start(int copies);

    /** Connects to a server: logged in, not yet in a world. */
    void connect(String address, boolean isSinglePlayer);

    /** What the server sends on minecraft:register, or REGISTER before 1.13. */
    void register(String content);

    /** JoinGame. */
    void joinGame();

    /** Ends the world for another game server, by the configuration phase where there is one. */
    default void leaveWorld() {}

    /** Moves the player to another game server of the network. */
    default void reconfigure() {
        leaveWorld();
        tick();
        joinGame();
    }

    /** A plugin message on the channel. */
    void receive(String content);

    /** What was sent on the channel since the last call. */
    List<String> takeSent();

    /** A tick of the client, with the tasks that wait for its thread before it. */
    void tick();

    /** Ends the connection; tasks that wait are dropped, and no event is fired. */
    void disconnect();

    /** Whether the part for this loader waits for the server's announcement. */
    boolean hearsAnnouncements();

    /** Whether the game knows of a channel from what the server has registered so far. */
    boolean knows(String channel);

    /** The class, below the library's package, that mods call which bring it within their own classes. */
    default String starter() {
        throw new AssertionError("the loader starts this part");
    }

    /** The name of the channel for this game. */
    default String channel() {
        return "service:feature-control";
    }
}
