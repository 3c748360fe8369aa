package io.github.featurecontrol.isolated;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.graalvm.polyglot.HostAccess;

/**
 * What GraalJS knows of each Java class that the script has met. It would keep that in the classes themselves, those of the JDK and the proxy included, which then hold
 * our class loader for as long as the JVM runs. Here it goes with the engine.
 */
final class HostClasses extends ClassValue<Object> {
    private final Map<Class<?>, Object> known = new ConcurrentHashMap<>();
    private final ClassValue<?> original;

    private HostClasses(ClassValue<?> original) {
        this.original = original;
    }

    /** @param access of a context that is built, which runs nothing yet */
    static void keepWithEngine(HostAccess access) throws ReflectiveOperationException {
        Object cache = open(HostAccess.class, "impl").get(access);
        Field descriptions = open(cache.getClass(), "descs");
        descriptions.set(cache, new HostClasses((ClassValue<?>) descriptions.get(cache)));
    }

    /** A field of GraalVM's own, which it shows nobody. */
    static Field open(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    @Override
    public Object get(Class<?> type) {
        Object description = known.get(type);
        return description == null ? computeValue(type) : description;
    }

    @Override
    protected Object computeValue(Class<?> type) {
        known.putIfAbsent(type, original.get(type));
        original.remove(type);
        return known.get(type);
    }
}
