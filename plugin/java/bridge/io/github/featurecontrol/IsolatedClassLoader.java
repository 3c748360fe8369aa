package io.github.featurecontrol;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Finds our libraries, and the classes of ours that name them, in our own jars alone: no other plugin sees them, and no other plugin's copy can take their
 * place. Only what the proxy and the bridge must share by identity comes from outside.
 */
final class IsolatedClassLoader extends URLClassLoader {
    private static final String OURS = "io.github.featurecontrol.";
    private static final String ISOLATED = OURS + "isolated.";
    private static final List<String> SHARED =
            List.of(OURS, "com.velocitypowered.api.", "com.mojang.brigadier.", "net.kyori.", "org.slf4j.");

    static {
        registerAsParallelCapable();
    }

    IsolatedClassLoader(URL[] jars) {
        super("feature-control libraries", jars, ClassLoader.getPlatformClassLoader());
    }

    /** An instance of one of our isolated classes, as what the bridge knows it by. */
    <T> T create(Class<T> type, String simpleName) throws ReflectiveOperationException {
        return type.cast(loadClass(ISOLATED + simpleName).getConstructor().newInstance());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isShared = !name.startsWith(ISOLATED) && SHARED.stream().anyMatch(name::startsWith);
        return isShared ? IsolatedClassLoader.class.getClassLoader().loadClass(name) : super.loadClass(name, resolve);
    }
}
