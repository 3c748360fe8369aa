package net.fabricmc.fabric.api.networking.v1;

import net.minecraft.class_2540;
import net.minecraft.class_8710;
import net.minecraft.class_9129;
import net.minecraft.class_9139;

/**
 * Source: FabricMC/fabric,
 * fabric-networking-api-v1/src/main/java/net/fabricmc/fabric/api/networking/v1/PayloadTypeRegistry.java,
 * branches 1.20.6 (15e1071) and 1.21.1 (6823f7c).
 */
public interface PayloadTypeRegistry<B extends class_2540> {
    <T extends class_8710> class_8710.class_9155<? super B, T> register(
        class_8710.class_9154<T> id,
        class_9139<? super B, T> codec
    );

    static PayloadTypeRegistry<class_9129> playC2S() {
        throw new UnsupportedOperationException();
    }

    static PayloadTypeRegistry<class_9129> playS2C() {
        throw new UnsupportedOperationException();
    }
}
