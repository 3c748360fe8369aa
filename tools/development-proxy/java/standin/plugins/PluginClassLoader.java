package standin.plugins;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collection;

/** Finds a class in the proxy first, then in the plugin's own jar, then in every other plugin's. */
final class PluginClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final Collection<PluginClassLoader> all;

    PluginClassLoader(Path jar, Collection<PluginClassLoader> all) throws MalformedURLException {
        super(new URL[] { jar.toUri().toURL() }, PluginClassLoader.class.getClassLoader());
        this.all = all;
        all.add(this);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        try {
            return super.loadClass(name, resolve);
        } catch (ClassNotFoundException notFound) {
            for (PluginClassLoader other : all) {
                Class<?> found = other == this ? null : other.loadFromJar(name);
                if (found != null) {
                    return found;
                }
            }
            throw notFound;
        }
    }

    private Class<?> loadFromJar(String name) {
        try {
            return super.loadClass(name, false);
        } catch (ClassNotFoundException notFound) {
            return null;
        }
    }
}
