package net.minecraft;

public interface class_9139<B, V> extends class_9141<B, V> {
    void encode(B buffer, V value);

    static <B, V> class_9139<B, V> method_56438(class_9143<B, V> encoder, class_9141<B, V> decoder) {
        return new class_9139<B, V>() {
            @Override
            public void encode(B buffer, V value) {
                encoder.encode(value, buffer);
            }

            @Override
            public V decode(B buffer) {
                return decoder.decode(buffer);
            }
        };
    }
}
