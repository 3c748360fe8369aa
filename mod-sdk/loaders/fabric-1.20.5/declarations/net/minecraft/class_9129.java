package net.minecraft;

import io.netty.buffer.ByteBuf;

/**
 * RegistryByteBuf. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/RegistryByteBuf.mapping, branches 1.20.6 (dd1b60f) and 1.21.1 (33ac431).
 */
public class class_9129 extends class_2540 {

    public class_9129(ByteBuf parent, class_5455 registries) {
        super(parent);
    }
}
