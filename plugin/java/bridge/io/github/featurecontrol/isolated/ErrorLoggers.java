package io.github.featurecontrol.isolated;

import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs only the errors of Lettuce and netty. Lettuce warns of each failed attempt to connect, several times a
 * second in a cluster; the plugin itself logs once that Redis is unreachable.
 */
final class ErrorLoggers extends InternalLoggerFactory {

    @Override
    protected InternalLogger newInstance(String name) {
        Logger log = LoggerFactory.getLogger(name);
        InvocationHandler handler = (self, method, args) ->
            switch (method.getName()) {
                case "error" -> Logger.class.getMethod("error", method.getParameterTypes()).invoke(log, args);
                default -> method.getReturnType() == boolean.class ? false : null;
            };
        Class<?>[] types = { InternalLogger.class };
        return (InternalLogger) Proxy.newProxyInstance(getClass().getClassLoader(), types, handler);
    }
}
