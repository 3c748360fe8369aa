import type { HostEvent, HostProcess } from '../../tools/development-proxy/host-process.cjs';

const PATIENCE_MS = 40_000;
const REGISTER_CHANNELS = ['REGISTER', 'minecraft:register'];

/** What became of a message: it went on, a plugin dealt with it, or the proxy dropped it unseen. */
export type MessageOutcome = 'forwarded' | 'handled' | 'discarded';

export interface PluginMessage {
  readonly channel: string;
  readonly bytes: Buffer;
}

interface Identity {
  readonly uuid: string;
  readonly name: string;
  readonly protocol: number;
}

/** One player of a driven stand-in: what the client does, and what reaches it. */
export class StandInPlayer {
  readonly uuid: string;
  readonly name: string;
  readonly protocol: number;
  /** All that came, announcements apart. */
  readonly received: PluginMessage[] = [];
  /** The lines of chat that came, as plain text. */
  readonly chat: string[] = [];
  /** The same as the game's JSON, with colours and events. */
  readonly chatComponents: unknown[] = [];
  /** The channels of each announcement that came. */
  readonly announcements: string[][] = [];
  /** Why the connection ended; never fulfilled while it stands. */
  readonly closed: Promise<string>;
  readonly #host: HostProcess;
  readonly #unread: PluginMessage[] = [];
  readonly #readers: ((message: PluginMessage) => void)[] = [];
  #listener: ((message: PluginMessage) => void) | undefined;
  #close: (reason: string) => void = () => undefined;

  constructor(host: HostProcess, { uuid, name, protocol }: Identity) {
    this.#host = host;
    this.uuid = uuid;
    this.name = name;
    this.protocol = protocol;
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
  }

  /**
   * Sends a plugin message as the client.
   * @returns what became of it, once that is decided; with a paused configuration phase that can be late
   */
  async send(channel: string, content: string | Uint8Array): Promise<MessageOutcome> {
    return (await this.#request('send', { channel, data: base64(content) })) as MessageOutcome;
  }

  /** Sends a plugin message as the backend: the one the player is on, or is on the way to. */
  async backendSends(channel: string, content: string | Uint8Array): Promise<MessageOutcome> {
    return (await this.#request('backendSends', { channel, data: base64(content) })) as MessageOutcome;
  }

  /**
   * The next message that was not read yet, announcements apart.
   * @throws {Error} when none comes within 40 s
   */
  async next(): Promise<PluginMessage> {
    const message = this.#unread.shift();
    if (message !== undefined) return message;
    return await new Promise((resolve, reject) => {
      const reader = (coming: PluginMessage) => {
        clearTimeout(patience);
        resolve(coming);
      };
      const patience = setTimeout(() => {
        this.#readers.splice(this.#readers.indexOf(reader), 1);
        reject(new Error(`nothing came to ${this.name} within ${PATIENCE_MS / 1000} s`));
      }, PATIENCE_MS);
      // Of a JVM that was killed nothing comes any more, and nobody waits for it.
      patience.unref();
      this.#readers.push(reader);
    });
  }

  /** Hands over each message from now on, as it comes, in place of keeping it for `next()`. */
  onMessage(listener: (message: PluginMessage) => void): void {
    this.#listener = listener;
  }

  /**
   * The backend that the player is on the way to lets the player in. From 1.20.2 on this ends the
   * configuration phase.
   */
  /** Ends the configuration phase, from 1.20.2 on: in PLAY, with the announcement, and before JoinGame. */
  async finishConfiguration(): Promise<void> {
    await this.#request('finishConfiguration');
  }

  async connectToBackend(): Promise<void> {
    await this.#request('arrive');
  }

  /** Leaves for another backend, into the configuration phase from 1.20.2 on, until `connectToBackend()`. */
  async startServerSwitch(server: string): Promise<void> {
    await this.#request('startSwitch', { server });
  }

  async switchServer(server: string): Promise<void> {
    await this.startServerSwitch(server);
    await this.connectToBackend();
  }

  /** Moves the backend's side of the connection out of PLAY, or back. */
  async setBackendState(state: 'LOGIN' | 'CONFIGURATION' | 'PLAY'): Promise<void> {
    await this.#request('backendState', { state });
  }

  async permit(permission: string, value: 'true' | 'false' | 'undefined' = 'true'): Promise<void> {
    await this.#request('permit', { permission, value });
  }

  /** From now on, the permission plugin throws for this player. */
  async failPermissions(): Promise<void> {
    await this.#request('failPermissions');
  }

  /** What the client's settings say of the language. @param locale as in BCP 47, such as `de-AT` */
  async setLocale(locale: string): Promise<void> {
    await this.#request('locale', { locale });
  }

  async disconnect(): Promise<void> {
    await this.#request('disconnect');
  }

  /** Called by the stand-in with what reaches this client. */
  take(event: HostEvent): void {
    if (event.event === 'closed') this.#close(event.reason);
    if (event.event === 'chat') {
      this.chat.push(event.text);
      this.chatComponents.push(event.component);
    }
    if (event.event !== 'toClient') return;
    const bytes = Buffer.from(event.data, 'base64');
    if (REGISTER_CHANNELS.includes(event.channel)) {
      this.announcements.push(bytes.toString('utf8').split('\0'));
      return;
    }
    const message = { channel: event.channel, bytes };
    this.received.push(message);
    const reader = this.#listener ?? this.#readers.shift();
    if (reader === undefined) this.#unread.push(message);
    else reader(message);
  }

  async #request(op: string, details: object = {}): Promise<unknown> {
    return await this.#host.request(op, { player: this.uuid, ...details });
  }
}

function base64(content: string | Uint8Array): string {
  return Buffer.from(content).toString('base64');
}
