package net.minecraft.resources;

/** Called ResourceLocation up to 1.21.10. Mojang's names, as used in FabricMC/fabric-docs, 26.2 (dc64d476). */
public final class Identifier {

    private Identifier() {}

    public static native Identifier tryParse(String text);
}
