package io.github.featurecontrol.isolated;

import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Of what Lettuce logs, the errors. Its warnings are about each attempt to connect that has failed, several a
 * second in a cluster; the plugin logs once that Redis cannot be reached.
 */
final class ErrorLoggers extends InternalLoggerFactory {
    @Override
    protected InternalLogger newInstance(String name) {
        Logger log = LoggerFactory.getLogger(name);
        InvocationHandler handler = (self, called, given) -> switch (called.getName()) {
            case "error" -> Logger.class.getMethod("error", called.getParameterTypes()).invoke(log, given);
            default -> called.getReturnType() == boolean.class ? false : null;
        };
        Class<?>[] types = {InternalLogger.class};
        return (InternalLogger) Proxy.newProxyInstance(getClass().getClassLoader(), types, handler);
    }
}
