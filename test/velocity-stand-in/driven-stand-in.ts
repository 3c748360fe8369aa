import { randomUUID } from 'node:crypto';
import type { HostEvent, HostProcess } from '../../tools/development-proxy/host-process.mjs';
import { writeConfig } from './plugins-directory.ts';
import { StandInLog } from './stand-in-log.ts';
import { StandInPlayer } from './stand-in-player.ts';

const LATEST_PROTOCOL = 767;

export interface JoinOptions {
  readonly name?: string;
  readonly uuid?: string;
  /** The number of the client's protocol version: 47 is 1.8, 763 is 1.20.1, 767 is 1.21.1 (the default). */
  readonly protocol?: number;
  /**
   * Whether the first backend accepts the player immediately. Default: false, see `connectToBackend()`.
   */
  readonly connected?: boolean;
}

export interface ForwardedToBackend {
  readonly player: string;
  readonly server: string;
  readonly channel: string;
  readonly bytes: Buffer;
}

export interface StandInUsage {
  /** After garbage collection. */
  readonly heapBytes: number;
  /** The peak number of threads since the last call. */
  readonly peakThreads: number;
}

export interface CpuTime {
  /** The CPU time of the thread since it started. */
  readonly cpuNanos: number;
  /** The time of the measurement, by the JVM's monotonic clock. */
  readonly atNanos: number;
}

export interface Load {
  readonly players: readonly StandInPlayer[];
  readonly channel: string;
  readonly contents: readonly (string | Uint8Array)[];
  readonly perSecond: number;
  readonly seconds: number;
  /** Maximum time in milliseconds to wait for missing answers after the last packet. Default: 3000. */
  readonly answersWithinMs?: number;
}

export interface LoadReport {
  /** May be less than requested, if the players' event loops cannot keep up. */
  readonly sent: number;
  readonly handled: number;
  readonly forwarded: number;
  readonly answered: number;
}

/** A proxy without Minecraft: tests perform the actions of clients and backends, and see their messages. */
export class DrivenStandIn {
  /** Velocity's `plugins` folder. */
  readonly pluginsDirectory: string;
  /** Every plugin message that was forwarded to a backend, including announcements of channels. */
  readonly forwardedToBackend: ForwardedToBackend[] = [];
  readonly #log = new StandInLog();
  readonly #players = new Map<string, StandInPlayer>();
  readonly #jars: readonly string[];
  #startedHost: HostProcess | undefined;

  constructor(jars: readonly string[], pluginsDirectory: string) {
    this.#jars = jars;
    this.pluginsDirectory = pluginsDirectory;
  }

  /** Called once by `startStandIn`: loads the plugins. */
  async start(host: HostProcess): Promise<void> {
    this.#startedHost = host;
    await this.startPlugins();
  }

  get #host(): HostProcess {
    if (this.#startedHost === undefined) throw new Error('the stand-in is not started');
    return this.#startedHost;
  }

  /** Every line that the JVM has printed. */
  get log(): readonly string[] {
    return this.#log.lines;
  }

  /**
   * Returns the first printed line that matches, and waits for it if necessary.
   * @throws {Error} if no line matches within 40 s
   */
  async untilLogged(pattern: RegExp): Promise<string> {
    return await this.#log.until(pattern);
  }

  async join(options: JoinOptions = {}): Promise<StandInPlayer> {
    const uuid = options.uuid ?? randomUUID();
    const name = options.name ?? `p_${uuid.slice(0, 13)}`;
    const protocol = options.protocol ?? LATEST_PROTOCOL;
    const player = new StandInPlayer(this.#host, { uuid, name, protocol });
    this.#players.set(uuid, player);
    await this.request('join', { player: uuid, name, protocol });
    if (options.connected === true) await player.connectToBackend();
    return player;
  }

  /**
   * Runs a line as the console, or as the player.
   * @returns whether the command exists and the source may use it
   */
  async runCommand(line: string, player?: StandInPlayer): Promise<boolean> {
    return (await this.request('command', { line, player: player?.uuid })) as boolean;
  }

  /** The proxy's answer to a client that requests completions of the last word of the line. */
  async suggest(line: string, player?: StandInPlayer): Promise<string[]> {
    return (await this.request('suggest', { line, player: player?.uuid })) as string[];
  }

  /** Replaces config.toml. A reload or a start of the plugin applies it. */
  async configure(config: string): Promise<void> {
    await writeConfig(this.pluginsDirectory, config);
  }

  /** Sends many messages from inside the JVM. */
  async load({ players, contents, ...rest }: Load): Promise<LoadReport> {
    return (await this.request('load', {
      ...rest,
      players: players.map(({ uuid }) => uuid),
      contents: contents.map((content) => Buffer.from(content).toString('base64')),
    })) as LoadReport;
  }

  async cpuTime(thread: string): Promise<CpuTime> {
    return (await this.request('cpuTime', { thread })) as CpuTime;
  }

  /** The names of the threads, without those of the stand-in itself. */
  async threads(): Promise<readonly string[]> {
    return (await this.request('threads')) as readonly string[];
  }

  async usage(): Promise<StandInUsage> {
    return (await this.request('usage')) as StandInUsage;
  }

  async systemProperties(): Promise<Readonly<Record<string, string>>> {
    return (await this.request('systemProperties')) as Readonly<Record<string, string>>;
  }

  /** The JVM's time of day, in milliseconds since the epoch. */
  async clock(): Promise<number> {
    return (await this.request('clock')) as number;
  }

  /** Loads and initializes the plugins, after `stopPlugins()`. */
  async startPlugins(): Promise<void> {
    await this.request('start', { jars: this.#jars });
  }

  /** Disconnects all players, shuts the plugins down and unloads them. The JVM keeps running. */
  async stopPlugins(): Promise<void> {
    await this.request('stop');
  }

  /** Requests any operation of the JVM by its name. */
  async request(op: string, details?: object): Promise<unknown> {
    return await this.#host.request(op, details);
  }

  /** Disconnects all players, and forgets the printed lines and the forwarded messages. */
  async forget(): Promise<void> {
    await Promise.all([...this.#players.values()].map((player) => player.disconnect()));
    this.#log.lines.length = 0;
    this.forwardedToBackend.length = 0;
  }

  async stop(): Promise<void> {
    await this.#host.stop();
  }

  /** Sends SIGKILL to the JVM. */
  async kill(): Promise<void> {
    await this.#host.kill();
  }

  /** Called with each line that the JVM prints. */
  handleLine(line: string): void {
    this.#log.add(line);
  }

  /** Called with each event of the JVM, such as a message that leaves the proxy. */
  handleEvent(event: HostEvent): void {
    if (event.event === 'toBackend') {
      const { player, server, channel, data } = event;
      this.forwardedToBackend.push({ player, server, channel, bytes: Buffer.from(data, 'base64') });
      return;
    }
    this.#players.get(event.player)?.handleEvent(event);
    if (event.event === 'closed') this.#players.delete(event.player);
  }
}
