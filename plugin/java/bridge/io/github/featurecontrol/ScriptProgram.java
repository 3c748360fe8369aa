package io.github.featurecontrol;

import java.io.IOException;

/** Stands between the bridge and the script engine, which is loaded in isolation. Every method is called on the script thread. */
public interface ScriptProgram {
    /**
     * @throws IllegalArgumentException where the settings are wrong; its message is one line for the operator
     * @throws ReflectiveOperationException where the engine is not the one that the plugin was made for
     */
    void start(ScriptHost host, Settings settings) throws IOException, ReflectiveOperationException;

    void receive(Packet packet);

    /** Lets requests that wait or are under way finish, for so many milliseconds at most, gives back all that the script holds, and runs {@code done}. */
    void stop(long drainMs, Runnable done);

    /** Gives back the engine itself. Nothing is called after it. */
    void close();
}
