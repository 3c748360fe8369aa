package io.github.featurecontrol;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads our libraries, and our classes that use them, only from our own jars: other plugins cannot see them,
 * and copies in other plugins cannot replace them. Only classes that the proxy and the bridge share are
 * loaded from outside. Not registered as parallel capable: the loader would keep an object for each name of a
 * class, more than 1 MB.
 */
final class IsolatedClassLoader extends URLClassLoader {

    private static final String ISOLATED = "io.github.featurecontrol.isolated.";
    /**
     * Packages loaded from outside. {@code java.sql} is the only one of Java that our libraries need and the
     * boot loader lacks.
     */
    private static final List<String> SHARED = List.of(
        "io.github.featurecontrol.",
        "com.velocitypowered.api.",
        "com.mojang.brigadier.",
        "net.kyori.",
        "org.slf4j.",
        "java.sql."
    );

    /**
     * The parent is the boot loader: the platform class loader would throw about a thousand
     * ClassNotFoundExceptions at each start.
     */
    IsolatedClassLoader(URL[] jars) {
        super("feature-control libraries", jars, null);
    }

    /** Creates an instance of one of our isolated classes, cast to an interface of the bridge. */
    <T> T create(Class<T> type, String simpleName) throws ReflectiveOperationException {
        return type.cast(
            loadClass(ISOLATED + simpleName)
                .getConstructor()
                .newInstance()
        );
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isShared = !name.startsWith(ISOLATED) && SHARED.stream().anyMatch(name::startsWith);
        return isShared
            ? IsolatedClassLoader.class.getClassLoader().loadClass(name)
            : super.loadClass(name, resolve);
    }
}
