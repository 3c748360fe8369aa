import { chatText } from '../mod/component-text.mjs';
import { loadMinecraftLibrary } from '../mod/minecraft-library.mjs';

/** Default deadline of a wait, in milliseconds; long, as a proxy on a busy machine is slow. */
const TIMEOUT_MS = 30_000;
const REGISTER_CHANNELS = new Set(['minecraft:register', 'REGISTER']);

/** A player with a mod: a real Minecraft client that records everything it receives on plugin channels. */
export class ModPlayer {
  /** The client of the protocol library, for tests that act on a certain packet. */
  client;
  /** Plugin messages in order, without announcements: `{ state, channel, bytes }`. */
  received = [];
  /** The channels of each announcement, in order. */
  announcements = [];
  /** Lines of chat in order, as plain text. */
  chat = [];
  /** Number of worlds entered: one per server. */
  worlds = 0;
  /** The reason for the end of the connection; undefined while it is open. */
  closed;
  #waiting = new Set();
  #read = new Map();

  /**
   * @param {{ port: number, version: string, name: string, host?: string, address?: string }} options `host`:
   * the host name that the player typed, by which the proxy may choose a server; `address`: the address to
   * connect to, by default this machine
   */
  constructor({ port, version, name, host, address = '127.0.0.1' }) {
    this.name = name;
    this.client = loadMinecraftLibrary().protocol.createClient({
      ...{ host: address, port, version, username: name, auth: 'offline', hideErrors: true },
      fakeHost: host,
    });
    // Registered before the library's own listeners, which replace the bytes of some channels.
    this.client.on('packet', (packet, { name: kind, state }) => this.#take(kind, packet, state));
    this.client.on('error', (error) => this.#close(error.message.split('\n')[0]));
    for (const kind of ['disconnect', 'kick_disconnect'])
      this.client.on(kind, ({ reason }) => this.#close(`kicked: ${JSON.stringify(reason)}`));
    this.client.on('end', (reason) => this.#close(reason));
  }

  /** @param {string | Uint8Array} content */
  send(channel, content) {
    this.client.write('custom_payload', { channel, data: Buffer.from(content) });
  }

  /**
   * Sends a message, and waits for the next one on the same channel.
   * @returns {Promise<any>} its JSON
   */
  async request(channel, content) {
    this.send(channel, content);
    return await this.nextAnswer(channel);
  }

  /**
   * Waits for the next unread message on the channel.
   * @returns {Promise<any>} its JSON
   */
  async nextAnswer(channel) {
    const index = this.#read.get(channel) ?? 0;
    this.#read.set(channel, index + 1);
    const all = () => this.received.filter((message) => message.channel === channel);
    await this.until(() => all().length > index, `an answer on ${channel}`);
    return JSON.parse(all()[index].bytes.toString('utf8'));
  }

  async untilInWorld(count = 1) {
    await this.until(() => this.worlds >= count, count === 1 ? 'the first server' : 'another server');
  }

  /**
   * @param {number} [after] number of earlier announcements to ignore
   * @param {number} [timeoutMs]
   */
  async untilAnnounced(channel, after = 0, timeoutMs = TIMEOUT_MS) {
    const isAnnounced = () => this.announcements.slice(after).some((channels) => channels.includes(channel));
    await this.until(isAnnounced, `the announcement of ${channel}`, timeoutMs);
  }

  /**
   * @param {() => boolean} condition checked on every event of the connection
   * @param {string} what for the message of the error
   * @param {number} [timeoutMs] by default 30 s
   * @throws {Error} if the connection ends first, or after that time
   */
  async until(condition, what, timeoutMs = TIMEOUT_MS) {
    if (condition()) return;
    await new Promise((resolve, reject) => {
      const end = (settle) => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        settle();
      };
      const check = () => {
        if (condition()) end(resolve);
        else if (this.closed !== undefined)
          end(() => reject(new Error(`waited for ${what}, but the connection ended: ${this.closed}`)));
      };
      const timedOut = () => reject(new Error(`waited ${timeoutMs / 1000} s for ${what}`));
      const timer = setTimeout(() => end(timedOut), timeoutMs);
      this.#waiting.add(check);
      check();
    });
  }

  /** Checks the pending conditions again, after an event on another connection. */
  recheck() {
    for (const check of [...this.#waiting]) check();
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
    this.recheck();
  }

  #close(reason) {
    this.closed ??= reason;
    this.recheck();
  }
}
