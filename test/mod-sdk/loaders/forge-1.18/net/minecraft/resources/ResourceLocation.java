package net.minecraft.resources;

public record ResourceLocation(String name) {
    public ResourceLocation {
        if (!name.matches("[a-z0-9_.-]+:[a-z0-9_./-]+")) throw new IllegalArgumentException(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
