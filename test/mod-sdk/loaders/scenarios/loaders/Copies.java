package loaders;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;

/** The copies of the library in one game: {@code io} is the original one, {@code aa} a relocated one. */
final class Copies {

    private Copies() {}

    /** Creates an instance of a class in a copy's package, by the only constructor. */
    static Object create(String library, String name, Object... arguments) {
        try {
            Class<?> type = Class.forName(library + ".github.featurecontrol.sdk." + name);
            return type.getConstructors()[0].newInstance(arguments);
        } catch (ReflectiveOperationException cause) {
            throw new AssertionError(cause);
        }
    }

    /** Clears what all copies in this JVM share. */
    static void forgetMods() {
        ThreadGroup root = Thread.currentThread().getThreadGroup().getParent();
        ThreadGroup[] groups = new ThreadGroup[root.activeGroupCount()];
        for (int at = 0; at < root.enumerate(groups, false); at++) if (groups[at] instanceof Supplier) {
            Map<?, ?> shared = (Map<?, ?>) ((Supplier<?>) groups[at]).get();
            shared.keySet().removeAll(Arrays.asList("mods", "claimed"));
        }
    }
}
