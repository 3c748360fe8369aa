package standin.plugins;

import com.google.inject.AbstractModule;
import com.google.inject.Scopes;
import com.velocitypowered.api.plugin.annotation.DataDirectory;
import com.velocitypowered.api.proxy.ProxyServer;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Velocity's Guice module injects into the constructors of our plugins. */
final class PluginModule extends AbstractModule {

    private final ProxyServer proxy;
    private final String id;
    private final Class<?> mainClass;
    private final Path dataDirectory;

    PluginModule(ProxyServer proxy, String id, Class<?> mainClass, Path dataDirectory) {
        this.proxy = proxy;
        this.id = id;
        this.mainClass = mainClass;
        this.dataDirectory = dataDirectory;
    }

    @Override
    protected void configure() {
        bind(mainClass).in(Scopes.SINGLETON);
        bind(Logger.class).toInstance(LoggerFactory.getLogger(id));
        bind(Path.class).annotatedWith(DataDirectory.class).toInstance(dataDirectory);
        bind(ProxyServer.class).toInstance(proxy);
    }
}
