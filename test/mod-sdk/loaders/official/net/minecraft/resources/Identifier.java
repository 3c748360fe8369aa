package net.minecraft.resources;

public record Identifier(String text) {
    public static Identifier tryParse(String text) {
        return text.matches("[a-z0-9_.-]+:[a-z0-9_./-]+") ? new Identifier(text) : null;
    }

    @Override
    public String toString() {
        return text;
    }
}
