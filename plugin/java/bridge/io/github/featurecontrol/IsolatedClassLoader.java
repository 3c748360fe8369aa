package io.github.featurecontrol;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Finds our libraries, and the classes of ours that name them, in our own jars alone: no other plugin sees
 * them, and no other plugin's copy can take their place. Only what the proxy and the bridge must share comes
 * from outside.
 */
final class IsolatedClassLoader extends URLClassLoader {
    private static final String ISOLATED = "io.github.featurecontrol.isolated.";
    /** The last is all that our libraries need of Java beside what the boot loader has. */
    private static final List<String> SHARED = List.of(
            "io.github.featurecontrol.", "com.velocitypowered.api.", "com.mojang.brigadier.",
            "net.kyori.", "org.slf4j.", "java.sql.");

    static {
        registerAsParallelCapable();
    }

    /**
     * The parent is the boot loader: the platform's would say by an exception that it lacks a class, some
     * thousand times a start.
     */
    IsolatedClassLoader(URL[] jars) {
        super("feature-control libraries", jars, null);
    }

    /** An instance of one of our isolated classes, as what the bridge knows it by. */
    <T> T create(Class<T> type, String simpleName) throws ReflectiveOperationException {
        return type.cast(loadClass(ISOLATED + simpleName).getConstructor().newInstance());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isShared = !name.startsWith(ISOLATED) && SHARED.stream().anyMatch(name::startsWith);
        return isShared ? IsolatedClassLoader.class.getClassLoader().loadClass(name)
                : super.loadClass(name, resolve);
    }
}
