package net.neoforged.fml.common;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Source: neoforged/FancyModLoader, languages/java/src/main/java/net/neoforged/fml/common/Mod.java, tags 1.0
 * (858e0b2) and 2.0 (19d6326).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Mod {
    String value();
}
