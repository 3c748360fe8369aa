package net.minecraft.resources;

public class ResourceLocation {
    private final String name;

    public ResourceLocation(String name) {
        if (!name.matches("[a-z0-9_.-]+:[a-z0-9_./-]+")) throw new IllegalArgumentException(name);
        this.name = name;
    }

    @Override
    public String toString() {
        return name;
    }
}
