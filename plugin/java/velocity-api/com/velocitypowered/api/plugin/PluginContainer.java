package com.velocitypowered.api.plugin;

import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** The proxy's record of one loaded plugin. */
public interface PluginContainer {
    PluginDescription getDescription();

    /** Empty until the constructor has returned (fact 15 in tools/development-proxy/README.md). */
    Optional<?> getInstance();

    /** Unbounded cached pool on which asynchronous handlers run (fact 8). */
    ExecutorService getExecutorService();
}
