package net.minecraft;

public interface class_8710 {
    class_9154<? extends class_8710> method_56479();

    record class_9154<T extends class_8710>(class_2960 comp_2242) {}

    record class_9155<B extends class_2540, T extends class_8710>() {}
}
