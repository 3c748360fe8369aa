package net.minecraft;

public interface class_9139<B, V> extends class_9141<B, V> {
    void encode(B buffer, V value);

    static <B, V> class_9139<B, V> method_56437(class_9142<B, V> encoder, class_9141<B, V> decoder) {
        return new class_9139<B, V>() {
            @Override
            public void encode(B buffer, V value) {
                encoder.encode(buffer, value);
            }

            @Override
            public V decode(B buffer) {
                return decoder.decode(buffer);
            }
        };
    }
}
