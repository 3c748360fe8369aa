package net.minecraft.resources;

public record ResourceLocation(String text) {
    public static ResourceLocation tryParse(String text) {
        return text.matches("[a-z0-9_.-]+:[a-z0-9_./-]+") ? new ResourceLocation(text) : null;
    }

    @Override
    public String toString() {
        return text;
    }
}
