package net.minecraft.network;

import io.netty.buffer.ByteBuf;

/**
 * Mojang's name, as used in MinecraftForge/MinecraftForge,
 * src/main/java/net/minecraftforge/fmllegacy/network/FMLMCRegisterPacketHandler.java, branch 1.17.x
 * (2106a3c), src/main/java/net/minecraftforge/network/MCRegisterPacketHandler.java, branches 1.18.x
 * (99cff44), 1.19.x (fb7e448) and 1.20.1 (f7e5db7), and
 * src/main/java/net/minecraftforge/network/ChannelListManager.java, branches 1.20.4 (3535dcd) and 1.21.x
 * (c22589b); in neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/MCRegisterPacketHandler.java, branch 1.20.2 (4a4486b), and
 * src/main/java/net/neoforged/neoforge/network/payload/MinecraftRegisterPayload.java, branches 1.20.x
 * (c249610) and 1.21.1 (718fd71). The methods return netty's type, even if the game's class overrides them
 * with its own type.
 */
public class FriendlyByteBuf extends ByteBuf {

    public FriendlyByteBuf(ByteBuf source) {}

    @Override
    public native int readableBytes();

    @Override
    public native ByteBuf readBytes(byte[] target);

    @Override
    public native ByteBuf writeBytes(byte[] source);
}
