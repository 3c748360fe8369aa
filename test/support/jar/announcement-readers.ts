/** What a client knows of the channels that it may send on, after messages on `minecraft:register`. */
export interface AnnouncementReader {
  read(content: string): void;
  knows(channel: string): boolean;
}

/**
 * Fabric, NeoForge and Forge from 1.20.2 on: names with a zero byte between them, added to those before.
 * After `DinnerboneProtocolUtils.readChannels` of NeoForge and `ChannelListManager.decode` of Forge.
 */
export class AddingReader implements AnnouncementReader {
  readonly #channels = new Set<string>();

  read(content: string): void {
    for (const name of content.split('\0')) if (name !== '') this.#channels.add(name);
  }

  knows(channel: string): boolean {
    return this.#channels.has(channel);
  }
}

/**
 * Forge 1.18 to 1.20.1: only names that a zero byte follows, and each message replaces what was known. After
 * `MCRegisterPacketHandler` of these branches.
 */
export class ReplacingReader implements AnnouncementReader {
  #channels: ReadonlySet<string> = new Set();

  read(content: string): void {
    this.#channels = new Set(content.split('\0').slice(0, -1));
  }

  knows(channel: string): boolean {
    return this.#channels.has(channel);
  }
}
