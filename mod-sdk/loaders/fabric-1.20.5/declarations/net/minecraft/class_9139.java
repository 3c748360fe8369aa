package net.minecraft;

/**
 * PacketCodec. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/codec/PacketCodec.mapping, branches 1.20.6 (dd1b60f) and 1.21.1 (33ac431).
 */
public interface class_9139<B, V> extends class_9141<B, V> {
    /** ofStatic */
    static <B, V> class_9139<B, V> method_56437(class_9142<B, V> encoder, class_9141<B, V> decoder) {
        throw new UnsupportedOperationException();
    }
}
