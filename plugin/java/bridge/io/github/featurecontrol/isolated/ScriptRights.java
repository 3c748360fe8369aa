package io.github.featurecontrol.isolated;

import java.lang.reflect.AccessibleObject;
import java.util.List;
import org.graalvm.polyglot.HostAccess;

/** What the script may touch of Java: the public members of what it is given, and the classes named here. No files, processes, threads or native code. */
final class ScriptRights {
    /** Whole packages end with a dot; classes in packages below them are not meant. */
    private static final List<String> MAY_LOOK_UP = List.of(
            "com.mojang.brigadier.arguments.",
            "com.mojang.brigadier.builder.",
            "com.mojang.brigadier.suggestion.",
            "com.velocitypowered.api.command.",
            "io.lettuce.core.",
            "io.lettuce.core.api.push.",
            "io.lettuce.core.codec.",
            "io.lettuce.core.metrics.",
            "io.lettuce.core.protocol.",
            "io.lettuce.core.resource.",
            "java.lang.Object",
            "java.lang.Object[]",
            "java.time.Duration",
            "java.util.HashSet",
            "net.kyori.adventure.text.",
            "net.kyori.adventure.text.format.");

    private ScriptRights() {}

    static boolean mayLookUp(String className) {
        String itsPackage = className.substring(0, className.lastIndexOf('.') + 1);
        return MAY_LOOK_UP.contains(className) || MAY_LOOK_UP.contains(itsPackage);
    }

    static HostAccess hostAccess() {
        return HostAccess.newBuilder()
                .allowPublicAccess(true)
                .allowArrayAccess(true)
                .allowImplementationsAnnotatedBy(FunctionalInterface.class)
                .denyAccess(Class.class)
                .denyAccess(ClassLoader.class)
                .denyAccess(Thread.class)
                .denyAccess(AccessibleObject.class)
                .build();
    }
}
