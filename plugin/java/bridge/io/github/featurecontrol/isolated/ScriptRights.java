package io.github.featurecontrol.isolated;

import io.github.featurecontrol.OwnJar;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.graalvm.polyglot.HostAccess;

/**
 * The script's access to Java: the public members of objects that it receives, and the classes listed in a
 * file of the jar. It has no access to files, processes, threads and native code.
 */
final class ScriptRights {

    private ScriptRights() {}

    static Predicate<String> mayLookUp() throws IOException {
        String names = OwnJar.text(OwnJar.PROGRAM + "java-classes.txt");
        return names.lines().collect(Collectors.toSet())::contains;
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
