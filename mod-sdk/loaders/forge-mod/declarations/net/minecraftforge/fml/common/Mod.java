package net.minecraftforge.fml.common;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Source: MinecraftForge/MinecraftForge,
 * javafmllanguage/src/main/java/net/minecraftforge/fml/common/Mod.java, branches 1.19.x (fb7e448), 1.20.1
 * (f7e5db7), 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Mod {
    String value();
}
