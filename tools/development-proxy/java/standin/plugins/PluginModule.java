package standin.plugins;

import com.google.inject.AbstractModule;
import com.google.inject.Scopes;
import com.google.inject.name.Names;
import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.plugin.PluginContainer;
import com.velocitypowered.api.plugin.PluginDescription;
import com.velocitypowered.api.plugin.PluginManager;
import com.velocitypowered.api.plugin.annotation.DataDirectory;
import com.velocitypowered.api.proxy.ProxyServer;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import net.kyori.adventure.text.logger.slf4j.ComponentLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All objects that Velocity's Guice module can inject into a plugin's constructor. */
final class PluginModule extends AbstractModule {
    private final ProxyServer proxy;
    private final LoadedPlugin plugin;
    private final Class<?> mainClass;
    private final Path dataDirectory;

    PluginModule(ProxyServer proxy, LoadedPlugin plugin, Class<?> mainClass, Path dataDirectory) {
        this.proxy = proxy;
        this.plugin = plugin;
        this.mainClass = mainClass;
        this.dataDirectory = dataDirectory;
    }

    @Override
    protected void configure() {
        String id = plugin.getDescription().getId();
        bind(mainClass).in(Scopes.SINGLETON);
        bind(Logger.class).toInstance(LoggerFactory.getLogger(id));
        bind(ComponentLogger.class).toInstance(ComponentLogger.logger(id));
        bind(Path.class).annotatedWith(DataDirectory.class).toInstance(dataDirectory);
        bind(PluginDescription.class).toInstance(plugin.getDescription());
        bind(PluginContainer.class).toInstance(plugin);
        bind(PluginContainer.class).annotatedWith(Names.named(id)).toInstance(plugin);
        bind(ExecutorService.class).toProvider(plugin::getExecutorService);
        bind(ProxyServer.class).toInstance(proxy);
        bind(PluginManager.class).toInstance(proxy.getPluginManager());
        bind(EventManager.class).toInstance(proxy.getEventManager());
        bind(CommandManager.class).toInstance(proxy.getCommandManager());
    }
}
