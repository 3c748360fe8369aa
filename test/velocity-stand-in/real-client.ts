import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PATIENCE_MS = 20_000;
const REGISTER_CHANNELS = ['REGISTER', 'minecraft:register'];

export interface RealClientOptions {
  readonly port: number;
  /** Of Minecraft, as the library names it: 1.8.8, 1.20.1, … */
  readonly version: string;
  /** At most 16 letters, digits and `_`. */
  readonly username: string;
  /** Sent from the first moment that the protocol allows, again and again until the client is in a world. */
  readonly early?: EarlyMessage;
  /** Sent once, at the first announcement. */
  readonly atAnnouncement?: EarlyMessage;
}

interface EarlyMessage {
  readonly channel: string;
  readonly content: string;
}

type Phase = 'configuration' | 'play';

/** What a client prints, with bytes decoded. */
export type ClientEvent =
  | { readonly event: 'state'; readonly state: string }
  | { readonly event: 'joined' }
  | { readonly event: 'announced'; readonly phase: Phase; readonly channels: readonly string[] }
  | { readonly event: 'message'; readonly phase: Phase; readonly channel: string; readonly bytes: Buffer }
  | { readonly event: 'chat'; readonly packet: unknown }
  | { readonly event: 'kicked'; readonly reason: unknown }
  | { readonly event: 'error'; readonly message: string }
  | { readonly event: 'end' };

/** A real Minecraft client in a process of its own; the library is too big and too old to live in Jest's. */
export class RealClient {
  /** All that has happened, in order. */
  readonly events: ClientEvent[] = [];
  readonly #child;
  readonly #watchers = new Set<() => void>();
  #read = 0;

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

  /** Says something, or gives a command with a `/` before it. */
  say(text: string): void {
    this.#request({ op: 'chat', text });
  }

  leave(): void {
    this.#request({ op: 'leave' });
  }

  /**
   * Waits for the next event that fits, and skips what comes before it.
   * @throws {Error} with all that has happened, when none comes within 20 s
   */
  async next<Name extends ClientEvent['event']>(
    name: Name,
    fits: (event: Extract<ClientEvent, { event: Name }>) => boolean = () => true,
  ): Promise<Extract<ClientEvent, { event: Name }>> {
    const isIt = (event: ClientEvent): event is Extract<ClientEvent, { event: Name }> =>
      event.event === name && fits(event as Extract<ClientEvent, { event: Name }>);
    return await new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(patience);
        this.#watchers.delete(look);
      };
      const look = () => {
        const index = this.events.findIndex((event, at) => at >= this.#read && isIt(event));
        const found = this.events[index];
        if (found === undefined || !isIt(found)) return;
        this.#read = index + 1;
        stop();
        resolve(found);
      };
      const patience = setTimeout(() => {
        stop();
        reject(
          new Error(`no ${name} came, but\n${this.events.map((event) => JSON.stringify(event)).join('\n')}`),
        );
      }, PATIENCE_MS);
      this.#watchers.add(look);
      look();
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
