import { chatText, componentText } from './component-text.mjs';
import { loadMinecraftLibrary } from './minecraft-library.mjs';

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
  /**
   * The end of the connection, undefined while it is open: the reason as text, whether it is the message of a
   * kick, and the error if it is one. @type {{ reason: string, isKick?: boolean, error?: any } | undefined}
   */
  closed;
  #waiting = new Set();
  #read = new Map();
  #onMessage;

  /**
   * @param {{ port: number, version: string, name: string, host?: string, address?: string, onMessage?:
   * (message: { channel?: string, bytes?: Buffer, chat?: string }) => void }} options `host`: the host name
   * that the player typed, by which the proxy may choose a server; `address`: the address to connect to, by
   * default this machine; `onMessage`: called with each plugin message and each line of chat
   */
  constructor({ port, version, name, host, address = '127.0.0.1', onMessage = () => {} }) {
    this.name = name;
    this.#onMessage = onMessage;
    this.client = loadMinecraftLibrary().protocol.createClient({
      host: address,
      port,
      version,
      username: name,
      auth: 'offline',
      hideErrors: true,
      fakeHost: host,
    });
    // Registered before the library's own listeners, which replace the bytes of some channels.
    this.client.on('packet', (packet, { name: kind, state }) => this.#take(kind, packet, state));
    this.client.on('error', (error) => this.#close({ reason: error.message.split('\n')[0], error }));
    for (const kind of ['disconnect', 'kick_disconnect'])
      this.client.on(kind, ({ reason }) =>
        this.#close({ reason: componentText(reason).trim() || 'without a reason', isKick: true }),
      );
    this.client.on('end', (reason) => this.#close({ reason }));
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
          end(() => reject(new Error(`waited for ${what}, but the connection ended: ${this.closed.reason}`)));
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
      else this.#receive({ state, channel, bytes: Buffer.from(data) });
    }
    const line = chatText(kind, packet);
    if (line !== undefined) {
      this.chat.push(line);
      this.#onMessage({ chat: line });
    }
    this.recheck();
  }

  #receive(message) {
    this.received.push(message);
    this.#onMessage(message);
  }

  #close(closed) {
    this.closed ??= closed;
    this.recheck();
  }
}
