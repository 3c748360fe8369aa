package declarations;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** Where members are looked for. */
final class Members {
    private Members() {
    }

    static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /**
     * The class itself, then everything that it inherits from, nearest first. Every interface also offers
     * what Object has.
     */
    static Set<Class<?>> lineage(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> next = type; next != null; next = next.getSuperclass()) {
            found.add(next);
        }
        for (Class<?> ancestor : Set.copyOf(found)) {
            addInterfaces(ancestor, found);
        }
        found.add(Object.class);
        return found;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> found) {
        for (Class<?> next : type.getInterfaces()) {
            found.add(next);
            addInterfaces(next, found);
        }
    }

    static boolean isOfObject(Method method) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(ofObject -> ofObject.getName().equals(method.getName())
                        && Arrays.equals(ofObject.getParameterTypes(), method.getParameterTypes()));
    }
}
