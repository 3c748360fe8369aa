package declarations;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** Finds the types and members that a comparison considers. */
final class Members {
    private Members() {
    }

    static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /**
     * Returns the class itself, then its supertypes, nearest first. Object is always included, as every
     * interface offers its methods.
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
