package io.github.featurecontrol;

import java.io.IOException;

/**
 * Stands between the bridge and the script engine, which is loaded in isolation. Called on the script thread
 * alone.
 */
public interface ScriptProgram {
    /**
     * @throws IllegalArgumentException where the settings are wrong; its message is one line for the operator
     */
    void start(ScriptHost host, Settings settings) throws IOException;

    void receive(Packet packet);

    /**
     * Lets requests that wait or are under way finish, for so many milliseconds at most, gives back all that
     * the script holds, and runs {@code done}.
     */
    void stop(long drainMs, Runnable done);

    /** Gives back the engine itself. Nothing is called after it. */
    void close();
}
