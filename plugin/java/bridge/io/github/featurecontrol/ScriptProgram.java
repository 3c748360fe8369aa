package io.github.featurecontrol;

import java.util.concurrent.CompletionStage;

/** Stands between the bridge and the script engine, which is loaded in isolation. Every method is called on the script thread. */
public interface ScriptProgram {
    /** @throws IllegalArgumentException where the settings are wrong; its message is one line for the operator */
    void start(Bridge bridge, Settings settings);

    void receive(Packet packet);

    /** Lets requests that are under way finish, for so many milliseconds at most, and gives back all that the script holds. */
    CompletionStage<?> stop(long drainMs);

    /** Gives back the engine itself. Nothing is called after it. */
    void close();
}
