package net.minecraft;

/**
 * CustomPayload. Intermediary names, read in FabricMC/yarn,
 * mappings/net/minecraft/network/packet/CustomPayload.mapping, branches 1.20.6 (dd1b60f) and 1.21.1
 * (33ac431), and in FabricMC/intermediary, mappings/1.20.6.tiny and mappings/1.21.1.tiny, branch master
 * (bad9a6e).
 */
public interface class_8710 {
    /** getId */
    class_9154<? extends class_8710> method_56479();

    /** Id */
    final class class_9154<T extends class_8710> {

        public class_9154(class_2960 comp_2242) {}

        public native class_2960 comp_2242();
    }

    /** Type */
    final class class_9155<B extends class_2540, T extends class_8710> {}
}
