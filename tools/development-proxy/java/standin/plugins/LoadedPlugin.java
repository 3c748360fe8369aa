package standin.plugins;

import com.velocitypowered.api.plugin.PluginContainer;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The stand-in's state for one plugin. */
final class LoadedPlugin implements PluginContainer {

    private static final int STOP_SECONDS = 10;

    private final JarDescription description;
    private volatile Object instance;
    private ExecutorService pool;

    LoadedPlugin(JarDescription description) {
        this.description = description;
    }

    @Override
    public JarDescription getDescription() {
        return description;
    }

    @Override
    public Optional<?> getInstance() {
        return Optional.ofNullable(instance);
    }

    void setInstance(Object instance) {
        this.instance = instance;
    }

    /** Unbounded, like Velocity's (fact 8 in tools/development-proxy/README.md). */
    @Override
    public synchronized ExecutorService getExecutorService() {
        if (pool == null) {
            String name = description.getName().orElse(description.getId());
            AtomicInteger number = new AtomicInteger();
            pool = Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, name + " - Task Executor #" + number.getAndIncrement());
                thread.setDaemon(true);
                return thread;
            });
        }
        return pool;
    }

    synchronized void stopPool() throws InterruptedException {
        if (pool != null) {
            pool.shutdown();
            pool.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        }
    }
}
