import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const REGISTER_CHANNELS = ['REGISTER', 'minecraft:register'];

export interface RealClientOptions {
  readonly port: number;
  /** The version of Minecraft, as the library names it: 1.8.8, 1.20.1, … */
  readonly version: string;
  /** At most 16 letters, digits and `_`. */
  readonly username: string;
}

type Phase = 'configuration' | 'play';

/** An event that the client prints, with decoded bytes. */
export type ClientEvent =
  | { readonly event: 'joined' }
  | { readonly event: 'announced'; readonly phase: Phase; readonly channels: readonly string[] }
  | { readonly event: 'message'; readonly phase: Phase; readonly channel: string; readonly bytes: Buffer }
  | { readonly event: 'error'; readonly message: string }
  | { readonly event: 'end' };

/** A real Minecraft client in a child process: its library is too large and too old to be loaded by Jest. */
export class RealClient {
  /** All events so far, in order. */
  readonly events: ClientEvent[] = [];
  readonly #child;

  constructor({ port, version, username }: RealClientOptions) {
    const program = join(__dirname, 'client.mjs');
    this.#child = spawn(
      process.execPath,
      [program, '--port', String(port), '--version', version, '--username', username],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.events.push(decode(JSON.parse(line) as Printed));
    });
  }

  send(channel: string, content: string | Uint8Array): void {
    this.#request({ op: 'send', channel, data: Buffer.from(content).toString('base64') });
  }

  leave(): void {
    this.#request({ op: 'leave' });
  }

  #request(request: object): void {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
  }
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
