package net.minecraftforge.fml.common.eventhandler;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Calls each annotated method whose parameter type fits the event. The methods' classes must be public. */
public class EventBus {

    private final List<Object> targets = new ArrayList<>();

    public void register(Object target) {
        targets.add(target);
    }

    public void post(Event event) {
        for (Object target : targets)
            for (Method method : target.getClass().getMethods())
                if (
                    method.isAnnotationPresent(SubscribeEvent.class) &&
                    method.getParameterTypes()[0].isInstance(event)
                ) call(target, method, event);
    }

    private static void call(Object target, Method method, Event event) {
        try {
            method.invoke(target, event);
        } catch (ReflectiveOperationException cause) {
            throw new AssertionError(cause);
        }
    }
}
