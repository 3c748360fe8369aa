package io.github.featurecontrol;

import java.io.IOException;

/**
 * The script as the bridge calls it, only on the script thread. The engine is loaded by an isolated class
 * loader.
 */
public interface ScriptProgram {
    /**
     * @throws IllegalArgumentException if the settings are invalid; the message is one line for the operator
     */
    void start(ScriptHost host, Settings settings) throws IOException;

    void receive(Packet packet);

    /**
     * Waits at most {@code drainMs} milliseconds for queued packets and requests in flight, then releases all
     * resources of the script and runs {@code done}.
     */
    void stop(long drainMs, Runnable done);

    /** Closes the engine. No method may be called afterwards. */
    void close();
}
