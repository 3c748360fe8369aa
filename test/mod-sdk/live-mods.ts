import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { javaTool, runJavaTool } from '../support/jar/java-tool.ts';
import { listFiles } from '../support/repository/source-files.ts';
import { RealClient } from '../velocity-stand-in/real-client.ts';
import { gson, sdkJar } from './sdk-build.ts';

const TICK_MS = 50;

/** Mods with the built library, in one JVM with several clients, each with a connection to the proxy. */
export class LiveMods {
  /** The lines that the JVM printed, by client. Requests are decoded to text. */
  readonly printed = new Map<string, string[]>();
  readonly #clients = new Map<string, { client: RealClient; channel: string; read: number }>();
  readonly #jvm: ChildProcessWithoutNullStreams;
  readonly #timer: NodeJS.Timeout;

  /** @param classes the folder that `compile` wrote the Java classes to */
  constructor(classes: string) {
    const path = [classes, sdkJar(), gson('2.2.4')].join(delimiter);
    const options = [...FAST_STARTUP_JVM_OPTIONS, '-cp', path, 'io.github.featurecontrol.sdk.LiveMods'];
    this.#jvm = spawn(javaTool('java'), options);
    createInterface({ input: this.#jvm.stdout }).on('line', (line) => {
      this.#handleLine(line);
    });
    this.#timer = setInterval(() => {
      this.#tick();
    }, TICK_MS);
  }

  static compile(target: string): void {
    const path = [sdkJar(), gson('2.2.4')].join(delimiter);
    const options = ['--release', '8', '-Xlint:-options', '-encoding', 'UTF-8', '-cp', path, '-d', target];
    runJavaTool('javac', [...options, ...listFiles('test/mod-sdk/live', '.java')]);
  }

  join(name: string, port: number, version: string, channel: string): void {
    const client = new RealClient({ port, version, username: name });
    this.#clients.set(name, { client, channel, read: 0 });
    this.#write(`join ${name}`);
  }

  check(name: string): void {
    this.#write(`check ${name}`);
  }

  leave(name: string): void {
    this.#clients.get(name)?.client.leave();
    this.#clients.delete(name);
    this.#write(`leave ${name}`);
  }

  linesOf(name: string): readonly string[] {
    return this.printed.get(name) ?? [];
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const name of this.#clients.keys()) this.leave(name);
    this.#jvm.stdin.end();
    await once(this.#jvm, 'close');
  }

  /** Passes on what each client has received since the last tick, as a loader does. */
  #tick(): void {
    for (const [name, known] of this.#clients) {
      for (const event of known.client.events.slice(known.read)) {
        if (event.event === 'joined') this.#write(`in-game ${name}`);
        if (event.event === 'announced' && event.channels.includes(known.channel))
          this.#write(`announced ${name}`);
        if (event.event === 'message' && event.channel === known.channel)
          this.#write(`receive ${name} ${event.bytes.toString('base64')}`);
      }
      known.read = known.client.events.length;
    }
    this.#write('tick');
  }

  #handleLine(line: string): void {
    const [kind = '', name = '', content = ''] = line.split(' ');
    const isRequest = kind === 'send';
    const bytes = Buffer.from(content, 'base64');
    const known = this.#clients.get(name);
    if (isRequest && known !== undefined) known.client.send(known.channel, bytes);
    const lines = this.printed.get(name) ?? [];
    this.printed.set(name, [...lines, isRequest ? `send ${bytes.toString('utf8')}` : line]);
  }

  #write(line: string): void {
    this.#jvm.stdin.write(`${line}\n`);
  }
}
