import { chatText } from '../mod/component-text.mjs';
import { loadMinecraftLibrary } from '../mod/minecraft-library.mjs';

/** A proxy on a busy machine takes its time. */
const PATIENCE_MS = 30_000;
const REGISTER_CHANNELS = new Set(['minecraft:register', 'REGISTER']);

/** A player with a mod: a real Minecraft client, and everything on plugin channels that reached it. */
export class ModPlayer {
  /** The library's client, for tests that need to act at a certain packet. */
  client;
  /** Plugin messages in order, announcements apart: `{ state, channel, bytes }`. */
  received = [];
  /** The channels of each announcement, in order. */
  announcements = [];
  /** Lines of chat in order, as plain text. */
  chat = [];
  /** How often a world was entered: once for each server. */
  worlds = 0;
  /** Why the connection ended, once it has. */
  closed;
  #waiting = new Set();
  #read = new Map();

  /**
   * @param {{ port: number, version: string, name: string, host?: string, address?: string }} how `host`: the
   * name that the player typed in, by which the proxy may choose a server; `address`: where it is, by default
   * this machine
   */
  constructor({ port, version, name, host, address = '127.0.0.1' }) {
    this.name = name;
    this.client = loadMinecraftLibrary().protocol.createClient({
      ...{ host: address, port, version, username: name, auth: 'offline', hideErrors: true },
      fakeHost: host,
    });
    // Before the library's own listeners, which replace the bytes of some channels.
    this.client.on('packet', (packet, { name: kind, state }) => this.#take(kind, packet, state));
    this.client.on('error', (error) => this.#close(error.message.split('\n')[0]));
    for (const kind of ['disconnect', 'kick_disconnect'])
      this.client.on(kind, ({ reason }) => this.#close(`sent away: ${JSON.stringify(reason)}`));
    this.client.on('end', (reason) => this.#close(reason));
  }

  /** @param {string | Uint8Array} content */
  send(channel, content) {
    this.client.write('custom_payload', { channel, data: Buffer.from(content) });
  }

  /** Sends, and reads the next message on the same channel. @returns {Promise<any>} its JSON */
  async ask(channel, content) {
    this.send(channel, content);
    return await this.nextAnswer(channel);
  }

  /** Reads the next message on the channel that was not read yet. @returns {Promise<any>} its JSON */
  async nextAnswer(channel) {
    const index = this.#read.get(channel) ?? 0;
    this.#read.set(channel, index + 1);
    const all = () => this.received.filter((message) => message.channel === channel);
    await this.until(() => all().length > index, `an answer on ${channel}`);
    return JSON.parse(all()[index].bytes.toString('utf8'));
  }

  async entersWorld(count = 1) {
    await this.until(() => this.worlds >= count, count === 1 ? 'to be let in' : 'another server');
  }

  /** @param {number} [after] announcements that do not count any more */
  async hearsOf(channel, after = 0) {
    const heard = () => this.announcements.slice(after).some((channels) => channels.includes(channel));
    await this.until(heard, `the announcement of ${channel}`);
  }

  /**
   * @param {() => boolean} condition looked at whenever anything happens on the connection
   * @throws {Error} when the connection ends first, or 30 s pass
   */
  async until(condition, what) {
    if (condition()) return;
    await new Promise((resolve, reject) => {
      const end = (settle) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        settle();
      };
      const look = () => {
        if (condition()) end(resolve);
        else if (this.closed !== undefined)
          end(() => reject(new Error(`waited for ${what}, but the connection ended: ${this.closed}`)));
      };
      const late = () => reject(new Error(`waited ${PATIENCE_MS / 1000} s for ${what}`));
      const timer = setTimeout(() => end(late), PATIENCE_MS);
      this.#waiting.add(look);
      look();
    });
  }

  /** Looks again at what is waited for: something happened elsewhere. */
  nudge() {
    for (const look of [...this.#waiting]) look();
  }

  leave() {
    this.client.end('done');
  }

  #take(kind, packet, state) {
    if (kind === 'login' && state === 'play') this.worlds += 1;
    if (kind === 'custom_payload') {
      const { channel, data } = packet;
      if (REGISTER_CHANNELS.has(channel)) this.announcements.push(data.toString('utf8').split('\0'));
      else this.received.push({ state, channel, bytes: Buffer.from(data) });
    }
    const line = chatText(kind, packet);
    if (line !== undefined) this.chat.push(line);
    this.nudge();
  }

  #close(reason) {
    this.closed ??= reason;
    this.nudge();
  }
}
