package com.velocitypowered.api.event;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a method as the handler of the event that is its first parameter. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Subscribe {
    /**
     * If false, the handler runs on the thread that fires the event; for packets, the connection's event loop
     * (fact 8 in tools/development-proxy/README.md).
     */
    boolean async() default true;
}
