/** Tracks the channels that a client may send on, from messages on `minecraft:register`. */
export interface AnnouncementReader {
  read(content: string): void;
  knows(channel: string): boolean;
}

/** Channel names that loaders accept. Loaders ignore other names. */
const NAME = /^(?:[a-z0-9_.-]+:)?[a-z0-9_./-]*$/;

/**
 * Fabric, NeoForge since 1.20.4 and Forge since 1.20.2: names are separated by zero bytes, and the zero byte
 * after the last name is optional. The names of each message are added to the known names. Modelled on
 * FabricMC/fabric, AbstractChanneledNetworkAddon, branch 1.16 (3ede25f); neoforged/NeoForge,
 * DinnerboneProtocolUtils, branches 1.20.4 (8ef74db) and 1.21.1 (718fd71); MinecraftForge/MinecraftForge,
 * ChannelListManager, commit 16defac (1.20.2), branches 1.20.4 (3535dcd) and 1.21.x (c22589b).
 */
export class AddingReader implements AnnouncementReader {
  readonly #channels = new Set<string>();

  read(content: string): void {
    for (const name of content.split('\0')) if (name !== '' && NAME.test(name)) this.#channels.add(name);
  }

  knows(channel: string): boolean {
    return this.#channels.has(channel);
  }
}

/**
 * Forge 1.16.5 to 1.20.1 and NeoForge 1.20.2: only names with a zero byte after them are read, and each
 * message replaces the known names, including messages on `minecraft:unregister`. Modelled on
 * MinecraftForge/MinecraftForge, FMLMCRegisterPacketHandler, branches 1.16.x (54233da) and 1.17.x (2106a3c),
 * MCRegisterPacketHandler, branches 1.18.x (99cff44), 1.19.x (fb7e448) and 1.20.1 (f7e5db7);
 * neoforged/NeoForge, MCRegisterPacketHandler, branch 1.20.2 (4a4486b).
 */
export class ReplacingReader implements AnnouncementReader {
  #channels: ReadonlySet<string> = new Set();

  read(content: string): void {
    const names = content.split('\0').slice(0, -1);
    this.#channels = new Set(names.filter((name) => NAME.test(name)));
  }

  knows(channel: string): boolean {
    return this.#channels.has(channel);
  }
}
