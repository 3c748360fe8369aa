import type { HostEvent, HostProcess } from '../../tools/development-proxy/host-process.mjs';

const TIMEOUT_MS = 40_000;
const REGISTER_CHANNELS = ['REGISTER', 'minecraft:register'];

/**
 * The outcome of a message: it was forwarded, a plugin handled it, or the proxy dropped it without an event.
 */
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

/** One player of a driven stand-in: performs the client's actions, and receives its messages. */
export class StandInPlayer {
  readonly uuid: string;
  readonly name: string;
  readonly protocol: number;
  /** All plugin messages that the client has received, without announcements. */
  readonly received: PluginMessage[] = [];
  /** The received lines of chat as plain text. */
  readonly chat: string[] = [];
  /** The received lines of chat as JSON components, with colours and events. */
  readonly chatComponents: unknown[] = [];
  /** The channels of each received announcement. */
  readonly announcements: string[][] = [];
  readonly #host: HostProcess;
  readonly #unread: PluginMessage[] = [];
  readonly #readers: ((message: PluginMessage) => void)[] = [];
  #listener: ((message: PluginMessage) => void) | undefined;

  constructor(host: HostProcess, { uuid, name, protocol }: Identity) {
    this.#host = host;
    this.uuid = uuid;
    this.name = name;
    this.protocol = protocol;
  }

  /**
   * Sends a plugin message as the client.
   * @returns its outcome, when that is known. While reading is paused (fact 6 in
   * tools/development-proxy/README.md), this is only after the pause
   */
  async send(channel: string, content: string | Uint8Array): Promise<MessageOutcome> {
    return (await this.#request('send', { channel, data: base64(content) })) as MessageOutcome;
  }

  /** Sends a plugin message as the player's backend, or as the one that the player is connecting to. */
  async backendSends(channel: string, content: string | Uint8Array): Promise<MessageOutcome> {
    return (await this.#request('backendSends', { channel, data: base64(content) })) as MessageOutcome;
  }

  /**
   * Returns the next unread plugin message that is not an announcement, and waits for it if necessary.
   * @throws {Error} if there is none within 40 s
   */
  async next(): Promise<PluginMessage> {
    const message = this.#unread.shift();
    if (message !== undefined) return message;
    return await new Promise((resolve, reject) => {
      const reader = (next: PluginMessage) => {
        clearTimeout(timeout);
        resolve(next);
      };
      const timeout = setTimeout(() => {
        this.#readers.splice(this.#readers.indexOf(reader), 1);
        reject(new Error(`${this.name} received no message within ${TIMEOUT_MS / 1000} s`));
      }, TIMEOUT_MS);
      // A JVM that was killed sends no more messages, and no test waits for one.
      timeout.unref();
      this.#readers.push(reader);
    });
  }

  /** Passes each message to the listener from now on, instead of keeping it for `next()`. */
  onMessage(listener: (message: PluginMessage) => void): void {
    this.#listener = listener;
  }

  /**
   * Ends the configuration phase (since 1.20.2): the client is in PLAY and has the announcement, but not
   * JoinGame.
   */
  async finishConfiguration(): Promise<void> {
    await this.#request('finishConfiguration');
  }

  /**
   * The backend that the player is connecting to accepts the player. Since 1.20.2, this also ends the
   * configuration phase.
   */
  async connectToBackend(): Promise<void> {
    await this.#request('arrive');
  }

  /**
   * Starts a switch to another backend, which `acknowledgeConfiguration()` continues and `connectToBackend()`
   * completes. Since 1.20.2, the player has no server in between.
   */
  async startServerSwitch(server: string): Promise<void> {
    await this.#request('startSwitch', { server });
  }

  /**
   * The player's backend starts a configuration phase without a switch (since 1.20.2), which
   * `acknowledgeConfiguration()` continues and `finishConfiguration()` completes.
   */
  async startReconfiguration(): Promise<void> {
    await this.#request('startReconfiguration');
  }

  /** The client enters the configuration phase that was started, if it has one. */
  async acknowledgeConfiguration(): Promise<void> {
    await this.#request('acknowledgeConfiguration');
  }

  async switchServer(server: string): Promise<void> {
    await this.startServerSwitch(server);
    await this.acknowledgeConfiguration();
    await this.connectToBackend();
  }

  /** Sets the protocol state of the connection to the backend. */
  async setBackendState(state: 'LOGIN' | 'CONFIGURATION' | 'PLAY'): Promise<void> {
    await this.#request('backendState', { state });
  }

  /** Sets a permission of the player. */
  async permit(permission: string, value: 'true' | 'false' | 'undefined' = 'true'): Promise<void> {
    await this.#request('permit', { permission, value });
  }

  /** Makes the permission plugin throw for this player from now on. */
  async failPermissions(): Promise<void> {
    await this.#request('failPermissions');
  }

  /** Sets the locale of the client's settings. @param locale a BCP 47 tag such as `de-AT` */
  async setLocale(locale: string): Promise<void> {
    await this.#request('locale', { locale });
  }

  async disconnect(): Promise<void> {
    await this.#request('disconnect');
  }

  /** Called by the stand-in with each event of this client. */
  handleEvent(event: HostEvent): void {
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
