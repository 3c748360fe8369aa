package standin.events;

import com.velocitypowered.api.event.EventHandler;
import com.velocitypowered.api.event.EventTask;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.plugin.PluginContainer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the {@code @Subscribe} methods of a listener, including private and inherited ones (fact 15 in
 * tools/development-proxy/README.md).
 */
final class SubscribedMethods {

    private static final Logger LOG = LoggerFactory.getLogger("com.velocitypowered.stand-in");

    private SubscribedMethods() {}

    static List<HandlerRegistration> of(PluginContainer plugin, Object listener) {
        List<HandlerRegistration> found = new ArrayList<>();
        for (Class<?> type = listener.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                Subscribe subscribe = method.getAnnotation(Subscribe.class);
                if (subscribe == null) {
                    continue;
                }
                if (isUsable(method)) {
                    found.add(registration(plugin, listener, method, subscribe));
                } else {
                    LOG.info("Invalid listener method {} in {}", method.getName(), type.getName());
                }
            }
        }
        return found;
    }

    private static boolean isUsable(Method method) {
        Class<?> returned = method.getReturnType();
        boolean fits =
            method.getParameterCount() == 1 && (returned == void.class || returned == EventTask.class);
        return fits && !Modifier.isStatic(method.getModifiers());
    }

    private static HandlerRegistration registration(
        PluginContainer plugin,
        Object listener,
        Method method,
        Subscribe subscribe
    ) {
        boolean plain = method.getReturnType() == void.class;
        Class<?> eventType = method.getParameterTypes()[0];
        return new HandlerRegistration(
            plugin,
            eventType,
            handlerOf(listener, method),
            plain && subscribe.async()
        );
    }

    private static EventHandler<Object> handlerOf(Object listener, Method method) {
        MethodHandle bound = bind(listener, method);
        if (method.getReturnType() == EventTask.class) {
            return new InvokingHandler(event -> (EventTask) bound.invoke(event));
        }
        return new InvokingHandler(event -> {
            bound.invoke(event);
            return null;
        });
    }

    private static MethodHandle bind(Object listener, Method method) {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method).bindTo(listener);
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    @FunctionalInterface
    private interface Invocation {
        EventTask on(Object event) throws Throwable;
    }

    private record InvokingHandler(Invocation invocation) implements EventHandler<Object> {
        @Override
        public void execute(Object event) {
            executeAsync(event);
        }

        @Override
        public EventTask executeAsync(Object event) {
            try {
                return invocation.on(event);
            } catch (RuntimeException | Error error) {
                throw error;
            } catch (Throwable error) {
                throw new IllegalStateException(error);
            }
        }
    }
}
