package standin.plugins;

import com.google.inject.Guice;
import com.velocitypowered.api.plugin.PluginContainer;
import com.velocitypowered.api.plugin.PluginManager;
import com.velocitypowered.api.proxy.ProxyServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads plugins like Velocity, and, unlike Velocity, can unload them again. */
public final class PluginHost implements PluginManager {

    private static final Logger LOG = LoggerFactory.getLogger("com.velocitypowered.stand-in");

    private final Path pluginsDirectory;
    private final Map<String, LoadedPlugin> byId = new ConcurrentHashMap<>();
    /** All plugins, including unloaded ones. */
    private final Collection<LoadedPlugin> all = new CopyOnWriteArrayList<>();
    private final Collection<PluginClassLoader> loaders = new CopyOnWriteArrayList<>();

    /**
     * Creates a host without plugins.
     *
     * @param pluginsDirectory contains the plugins' data folders
     */
    public PluginHost(Path pluginsDirectory) {
        this.pluginsDirectory = pluginsDirectory;
    }

    /**
     * Constructs the plugin. Its container can be found only after that (fact 15 in
     * tools/development-proxy/README.md).
     */
    public PluginContainer load(Path jar, ProxyServer proxy) throws IOException, ClassNotFoundException {
        JarDescription description = JarDescription.read(jar);
        PluginClassLoader loader = new PluginClassLoader(jar, loaders);
        Class<?> mainClass = loader.loadClass(description.mainClass());
        LoadedPlugin plugin = new LoadedPlugin(description);
        Path dataDirectory = pluginsDirectory.resolve(description.getId());
        plugin.setInstance(
            Guice.createInjector(
                new PluginModule(proxy, description.getId(), mainClass, dataDirectory)
            ).getInstance(mainClass)
        );
        byId.put(description.getId(), plugin);
        all.add(plugin);
        LOG.info("Loaded plugin {} {}", description.getId(), description.getVersion().orElse("<UNKNOWN>"));
        return plugin;
    }

    /**
     * Unloads the plugin, whose handlers and commands must already be unregistered. A plugin that has not
     * stopped in time still finds its container and can load further classes, as in Velocity, which never
     * unloads plugins.
     */
    public void unload(String id) throws InterruptedException {
        LoadedPlugin plugin = byId.remove(id);
        plugin.stopPool();
        loaders.remove(plugin.getInstance().orElseThrow().getClass().getClassLoader());
    }

    @Override
    public Optional<PluginContainer> fromInstance(Object instance) {
        if (instance instanceof PluginContainer container) {
            return Optional.of(container);
        }
        return all
            .stream()
            .filter(plugin -> plugin.getInstance().orElse(null) == instance)
            .map(PluginContainer.class::cast)
            .findFirst();
    }

    @Override
    public Optional<PluginContainer> getPlugin(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public Collection<PluginContainer> getPlugins() {
        return List.copyOf(byId.values());
    }

    @Override
    public boolean isLoaded(String id) {
        return byId.containsKey(id);
    }
}
