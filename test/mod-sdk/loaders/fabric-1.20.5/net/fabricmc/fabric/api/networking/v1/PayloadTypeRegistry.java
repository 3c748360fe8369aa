package net.fabricmc.fabric.api.networking.v1;

import java.util.HashMap;
import java.util.Map;
import net.minecraft.class_2540;
import net.minecraft.class_2960;
import net.minecraft.class_8710;
import net.minecraft.class_9129;
import net.minecraft.class_9139;

/** Like PayloadTypeRegistryImpl: a second registration of a channel throws. */
public interface PayloadTypeRegistry<B extends class_2540> {
    Map<class_2960, class_9139<?, ?>> C2S = new HashMap<>();
    Map<class_2960, class_9139<?, ?>> S2C = new HashMap<>();

    <T extends class_8710> class_8710.class_9155<? super B, T> register(
        class_8710.class_9154<T> id, class_9139<? super B, T> codec);

    static PayloadTypeRegistry<class_9129> playC2S() {
        return in(C2S);
    }

    static PayloadTypeRegistry<class_9129> playS2C() {
        return in(S2C);
    }

    private static PayloadTypeRegistry<class_9129> in(Map<class_2960, class_9139<?, ?>> types) {
        return new PayloadTypeRegistry<>() {
            @Override
            public <T extends class_8710> class_8710.class_9155<? super class_9129, T> register(
                    class_8710.class_9154<T> id, class_9139<? super class_9129, T> codec) {
                if (types.putIfAbsent(id.comp_2242(), codec) != null)
                    throw new IllegalArgumentException("Packet type " + id + " is already registered!");
                return null;
            }
        };
    }
}
