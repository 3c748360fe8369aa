/**
 * The body of a plugin message, or a line of chat.
 * @typedef {{ readonly channel?: string, readonly body?: readonly number[], readonly chat?: string }} Sent
 */

/**
 * Reads the bytes of one message. Written from the mods' sources and documents, independently of the
 * project's encoder.
 */
class Cursor {
  #at = 0;
  #bytes;
  constructor(bytes) {
    this.#bytes = bytes;
  }
  byte() {
    const value = this.#bytes.readUInt8(this.#at);
    this.#at += 1;
    return value;
  }
  bool() {
    const value = this.byte();
    if (value > 1) throw new Error(`${value} is not a boolean`);
    return value === 1;
  }
  int() {
    const value = this.#bytes.readInt32BE(this.#at);
    this.#at += 4;
    return value;
  }
  varInt() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
  utf(maxCharacters = 32767) {
    const text = this.text(this.varInt());
    if (text.length > maxCharacters) throw new Error(`a text of ${text.length} characters`);
    return text;
  }
  /** Text in UTF-8 of this length in bytes. */
  text(length) {
    const slice = this.#bytes.subarray(this.#at, this.#at + length);
    if (slice.length < length) throw new Error('cut off');
    this.#at += length;
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(slice);
  }
  /** Asserts that all bytes were read: on some loaders, a remaining byte disconnects the player. */
  end(value) {
    if (this.#at !== this.#bytes.length) throw new Error(`${this.#bytes.length - this.#at} bytes remain`);
    return value;
  }
}
const json = (text) => JSON.parse(text);
const cursorOf = ({ body }) => new Cursor(Buffer.from(body ?? []));
const single = (messages) => {
  if (messages.length !== 1 || messages[0] === undefined) throw new Error(`${messages.length} messages`);
  return cursorOf(messages[0]);
};

/**
 * Decoders by bridge. Each returns, for every control in the messages, whether the mod allows it afterwards.
 * It throws if the mod would not understand a message, or would disconnect.
 * @type {Readonly<Record<string, (messages: readonly Sent[], format: string) => ReadonlyMap<string,
 * boolean>>>}
 */
export const DECODERS = {
  xaero: (messages) => {
    let allowed = new Map();
    for (const { chat = '' } of messages) {
      if (chat.includes('§r§e§s§e§t§x§a§e§r§o')) allowed = new Map();
      if (chat.includes('§f§a§i§r§x§a§e§r§o')) allowed.set('fair-play', false);
      if (chat.includes('§n§o§m§i§n§i§m§a§p')) allowed.set('no-minimap', false);
    }
    return allowed;
  },
  voxelmap: (messages) => {
    const cursor = single(messages);
    cursor.byte();
    return new Map(Object.entries(json(cursor.end(cursor.utf()))));
  },
  marlow: (messages) => {
    const sent = messages.map((message) => cursorOf(message).end('opt-out'));
    return new Map(sent.map((name) => [name, false]));
  },
  'axolotl-waypoints': (messages) => {
    const cursor = single(messages);
    const [caves, worldCaves, minimap] = [cursor.bool(), cursor.bool(), cursor.bool()];
    cursor.end(cursor.bool());
    return new Map([
      ['minimap-caves', !caves],
      ['world-map-caves', !worldCaves],
      ['minimap', !minimap],
    ]);
  },
  'axolotl-client': (messages, format) => {
    const cursor = single(messages);
    if (format === 'json') {
      const blocked = JSON.parse(cursor.end(cursor.utf()));
      return new Map(blocked.map((name) => [name, false]));
    }
    if (cursor.byte() !== 9) throw new Error('not a list');
    const type = cursor.byte();
    const count = cursor.int();
    if (type !== (count === 0 ? 0 : 8)) throw new Error('a list of another type');
    const names = Array.from({ length: count }, () => cursor.text(cursor.byte() * 256 + cursor.byte()));
    return cursor.end(new Map(names.map((name) => [name, false])));
  },
  'fast-crystal': (messages) => {
    const sent = messages.map((message) => cursorOf(message).end('fast-crystal'));
    return new Map(sent.map((name) => [name, false]));
  },
  controlify: (messages) =>
    new Map(
      messages.map((message) => {
        const cursor = cursorOf(message);
        const name = cursor.utf();
        return [name, cursor.end(cursor.bool())];
      }),
    ),
  'midnight-controls': (messages) => {
    const cursor = single(messages);
    const features = Array.from({ length: cursor.varInt() }, () => [cursor.utf(64), cursor.bool()]);
    return cursor.end(new Map(features));
  },
  lunar: (messages) => {
    const allowed = new Map();
    for (const { body = [] } of messages) {
      const message = json(Buffer.from(body).toString('utf8'));
      const settings = message['configurable_settings'] ?? [message];
      for (const { properties, apollo_module: module } of settings)
        for (const [option, value] of Object.entries(properties))
          allowed.set(module === 'server_rule' ? option : option.replace(/\.enabled$/, ''), value === null);
    }
    return allowed;
  },
  labymod: (messages) => {
    const allowed = new Map();
    for (const message of messages) {
      const cursor = cursorOf(message);
      const id = cursor.varInt();
      const isDisabled = id === 24 && cursor.bool();
      const count = cursor.varInt();
      for (let read = 0; read < count; read += 1) {
        const name = cursor.utf();
        if (id === 24) allowed.set(`addon:${name}`, !isDisabled);
        else allowed.set(name, cursor.bool());
      }
      cursor.end(id);
    }
    return allowed;
  },
  journeymap: (messages, format) => {
    const cursor = single(messages);
    if (format !== '1.21' && cursor.byte() !== (format === '1.14' ? 2 : 0)) throw new Error('another type');
    if (cursor.byte() !== 42) throw new Error('no byte 42');
    cursor.bool();
    const settings = json(cursor.utf());
    cursor.end(cursor.bool());
    const others = ['hideOps', 'hideSpectators', 'useWorldId'];
    const options = Object.entries(settings).filter(([name]) => !others.includes(name));
    return new Map(options.map(([name, value]) => [name, value !== 'NONE' && value !== 'false']));
  },
  feather: (messages) => {
    const allowed = new Map();
    for (const message of messages) {
      const cursor = cursorOf(message);
      const id = cursor.varInt();
      // The answer to the handshake contains the version of the protocol.
      if (id === 0) {
        cursor.end(cursor.varInt());
        continue;
      }
      if (id !== 7) throw new Error('no action on mods');
      const action = cursor.varInt();
      const count = cursor.varInt();
      for (let read = 0; read < count; read += 1) allowed.set(cursor.utf(64), action === 1);
      cursor.end(action);
    }
    return allowed;
  },
  badlion: (messages) => {
    const config = json(Buffer.from(messages[0]?.body ?? []).toString('utf8'));
    const mods = config['modsDisallowed'];
    return new Map(Object.entries(mods).map(([mod, { disabled }]) => [mod, !disabled]));
  },
  'labymod-3': (messages) => {
    const cursor = single(messages);
    if (cursor.utf() !== 'PERMISSIONS') throw new Error('no permissions');
    return new Map(Object.entries(json(cursor.end(cursor.utf()))));
  },
  'better-sprinting': (messages) => {
    const cursor = single(messages);
    return new Map([['better-sprinting', cursor.end(cursor.byte()) === 2]]);
  },
  '5zig': (messages) => {
    const cursor = single(messages);
    const bits = cursor.end(cursor.byte());
    const names = ['potion-hud', 'potion-indicator', 'armour', 'saturation', 'none', 'auto-reconnect'];
    return new Map(names.map((name, bit) => [name, Math.floor(bits / 2 ** bit) % 2 === 0]));
  },
  schematica: (messages) => {
    const cursor = single(messages);
    cursor.byte();
    const allowed = new Map(['printer', 'save', 'load'].map((name) => [name, cursor.bool()]));
    return cursor.end(allowed);
  },
  'world-downloader': (messages) => {
    const cursor = single(messages);
    if (cursor.int() !== 1) throw new Error('another section');
    const isAllowed = cursor.bool();
    cursor.int();
    for (let part = 0; part < 4; part += 1) cursor.bool();
    return cursor.end(new Map([['download', isAllowed]]));
  },
  noconsent: (messages) => {
    const cursor = single(messages);
    const names = Array.from({ length: cursor.varInt() }, () => [cursor.utf(), false]);
    return cursor.end(new Map(names));
  },
};
