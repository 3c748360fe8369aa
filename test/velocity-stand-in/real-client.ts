import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const TIMEOUT_MS = 20_000;
const REGISTER_CHANNELS = ['REGISTER', 'minecraft:register'];

export interface RealClientOptions {
  readonly port: number;
  /** The version of Minecraft, as the library names it: 1.8.8, 1.20.1, … */
  readonly version: string;
  /** At most 16 letters, digits and `_`. */
  readonly username: string;
  /** Sent repeatedly, from the first moment that the protocol allows until the client is in a world. */
  readonly early?: EarlyMessage;
  /** Sent once, at the first announcement. */
  readonly atAnnouncement?: EarlyMessage;
}

interface EarlyMessage {
  readonly channel: string;
  readonly content: string;
}

type Phase = 'configuration' | 'play';

/** An event that the client prints, with decoded bytes. */
export type ClientEvent =
  | { readonly event: 'state'; readonly state: string }
  | { readonly event: 'joined' }
  | { readonly event: 'announced'; readonly phase: Phase; readonly channels: readonly string[] }
  | { readonly event: 'message'; readonly phase: Phase; readonly channel: string; readonly bytes: Buffer }
  | { readonly event: 'chat'; readonly packet: unknown }
  | { readonly event: 'kicked'; readonly reason: unknown }
  | { readonly event: 'error'; readonly message: string }
  | { readonly event: 'end' };

/** A real Minecraft client in a child process: its library is too large and too old to be loaded by Jest. */
export class RealClient {
  /** All events so far, in order. */
  readonly events: ClientEvent[] = [];
  readonly #child;
  readonly #watchers = new Set<() => void>();
  #readCount = 0;

  constructor({ port, version, username, early, atAnnouncement }: RealClientOptions) {
    const program = join(__dirname, 'client.mjs');
    const messages = [...toArguments('--early', early), ...toArguments('--at-announcement', atAnnouncement)];
    this.#child = spawn(
      process.execPath,
      [program, '--port', String(port), '--version', version, '--username', username, ...messages],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.events.push(decode(JSON.parse(line) as Printed));
      for (const watcher of this.#watchers) watcher();
    });
  }

  send(channel: string, content: string | Uint8Array): void {
    this.#request({ op: 'send', channel, data: Buffer.from(content).toString('base64') });
  }

  /** Sends a chat message, or runs a command if the text starts with `/`. */
  chat(text: string): void {
    this.#request({ op: 'chat', text });
  }

  leave(): void {
    this.#request({ op: 'leave' });
  }

  /**
   * Waits for the next event that matches, and skips the events before it.
   * @throws {Error} with all events so far, if none matches within 20 s
   */
  async next<Name extends ClientEvent['event']>(
    name: Name,
    matches: (event: Extract<ClientEvent, { event: Name }>) => boolean = () => true,
  ): Promise<Extract<ClientEvent, { event: Name }>> {
    const isMatch = (event: ClientEvent): event is Extract<ClientEvent, { event: Name }> =>
      event.event === name && matches(event as Extract<ClientEvent, { event: Name }>);
    return await new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timeout);
        this.#watchers.delete(check);
      };
      const check = () => {
        const index = this.events.findIndex((event, at) => at >= this.#readCount && isMatch(event));
        const found = this.events[index];
        if (found === undefined || !isMatch(found)) return;
        this.#readCount = index + 1;
        stop();
        resolve(found);
      };
      const timeout = setTimeout(() => {
        stop();
        reject(
          new Error(`no event ${name}, but\n${this.events.map((event) => JSON.stringify(event)).join('\n')}`),
        );
      }, TIMEOUT_MS);
      this.#watchers.add(check);
      check();
    });
  }

  #request(request: object): void {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
  }
}

function toArguments(option: string, message: EarlyMessage | undefined): string[] {
  if (message === undefined) return [];
  return [option, `${message.channel} ${Buffer.from(message.content).toString('base64')}`];
}

type Printed =
  | Exclude<ClientEvent, { event: 'message' | 'announced' }>
  | { readonly event: 'message'; readonly state: Phase; readonly channel: string; readonly data: string };

function decode(printed: Printed): ClientEvent {
  if (printed.event !== 'message') return printed;
  const { channel, state: phase } = printed;
  const bytes = Buffer.from(printed.data, 'base64');
  return REGISTER_CHANNELS.includes(channel)
    ? { event: 'announced', phase, channels: bytes.toString('utf8').split('\0') }
    : { event: 'message', phase, channel, bytes };
}
