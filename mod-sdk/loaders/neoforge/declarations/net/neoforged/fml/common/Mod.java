package net.neoforged.fml.common;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.neoforged.api.distmarker.Dist;

/**
 * Source: neoforged/FancyModLoader, loader/src/main/java/net/neoforged/fml/common/Mod.java, commit 55d62a9.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Mod {
    String value();

    Dist[] dist() default { Dist.CLIENT, Dist.DEDICATED_SERVER };
}
