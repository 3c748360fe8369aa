package loaders;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** A mod with a copy of the library, which may be relocated: {@code io} stands for the original package. */
final class Mod {
    private final String feature;
    private final Object features;

    /** @param options methods of the builder, which have no parameters */
    Mod(String library, String client, String feature, String... options) {
        this.feature = feature;
        Object builder = call(type(library, "FeatureControl"), null, "mod", client);
        builder = call(builder.getClass(), builder, "feature", feature);
        for (String option : options) builder = call(builder.getClass(), builder, option);
        features = call(builder.getClass(), builder, "register");
    }

    /** Returns a class of a copy of the library. */
    static Class<?> type(String library, String name) {
        try {
            return Class.forName(library + ".github.featurecontrol.sdk." + name);
        } catch (ClassNotFoundException cause) {
            throw new AssertionError(cause);
        }
    }

    /** Creates an instance by the only constructor. */
    static Object create(Class<?> type, Object... arguments) {
        try {
            return type.getConstructors()[0].newInstance(arguments);
        } catch (ReflectiveOperationException cause) {
            throw new AssertionError(cause);
        }
    }

    static Object call(Class<?> type, Object target, String method, String... arguments) {
        Class<?>[] types = new Class<?>[arguments.length];
        Arrays.fill(types, String.class);
        try {
            return type.getMethod(method, types).invoke(target, (Object[]) arguments);
        } catch (ReflectiveOperationException cause) {
            throw new AssertionError(cause);
        }
    }

    boolean isBlocked() {
        return (boolean) call(features.getClass(), features, "isBlocked", feature);
    }

    boolean isKnown() {
        return (boolean) call(features.getClass(), features, "isKnown");
    }

    @SuppressWarnings("unchecked")
    CompletableFuture<Boolean> check() {
        return (CompletableFuture<Boolean>) call(features.getClass(), features, "check", feature);
    }
}
