import { randomUUID } from 'node:crypto';
import type { HostEvent, HostProcess } from '../../tools/development-proxy/host-process.cjs';
import { StandInLog } from './stand-in-log.ts';
import { StandInPlayer } from './stand-in-player.ts';

const LATEST_PROTOCOL = 767;

export interface JoinOptions {
  readonly name?: string;
  readonly uuid?: string;
  /** The number of the client's protocol version: 47 is 1.8, 763 is 1.20.1, 767 is 1.21.1 (the default). */
  readonly protocol?: number;
  /** Whether the player is let in to the first backend at once. Default: false, see `connectToBackend()`. */
  readonly connected?: boolean;
}

export interface ForwardedToBackend {
  readonly player: string;
  readonly server: string;
  readonly channel: string;
  readonly bytes: Buffer;
}

/** Percentiles in nanoseconds. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export interface StandInUsage {
  /** After garbage collection. */
  readonly heapBytes: number;
  readonly threads: readonly string[];
  /** The most threads there were at a time since the last call. */
  readonly peakThreads: number;
}

export interface ProcessorTime {
  /** What a thread has had of a processor since it began. */
  readonly processorNanos: number;
  /** When that was read, on the JVM's monotonic clock. */
  readonly atNanos: number;
}

export interface Load {
  readonly players: readonly StandInPlayer[];
  readonly channel: string;
  readonly contents: readonly (string | Uint8Array)[];
  readonly perSecond: number;
  readonly seconds: number;
  /**
   * How long answers are awaited after the last packet, in milliseconds, where some stay away. Default: 3000.
   */
  readonly answersWithinMs?: number;
}

export interface LoadReport {
  /** May be less than was asked for, where the players' event loops cannot keep up. */
  readonly sent: number;
  readonly handled: number;
  readonly forwarded: number;
  readonly answered: number;
  /** From question to answer; means nothing where some questions of a player go unanswered. */
  readonly answerNanos: Percentiles;
}

/** A proxy without Minecraft: tests say what clients and backends do, and see what reaches them. */
export class DrivenStandIn {
  /** Velocity's `plugins` folder. */
  readonly pluginsDirectory: string;
  /** Every plugin message that went on to a backend, announcements of channels included. */
  readonly forwardedToBackend: ForwardedToBackend[] = [];
  readonly #log = new StandInLog();
  readonly #players = new Map<string, StandInPlayer>();
  readonly #jars: readonly string[];
  #started: HostProcess | undefined;

  constructor(jars: readonly string[], pluginsDirectory: string) {
    this.#jars = jars;
    this.pluginsDirectory = pluginsDirectory;
  }

  /** Called once by `startStandIn`: loads the plugins. */
  async start(host: HostProcess): Promise<void> {
    this.#started = host;
    await this.startPlugins();
  }

  get #host(): HostProcess {
    if (this.#started === undefined) throw new Error('the stand-in is not started');
    return this.#started;
  }

  /** Of the JVM. */
  get pid(): number | undefined {
    return this.#host.pid;
  }

  /** Every line that the JVM has printed. */
  get log(): readonly string[] {
    return this.#log.lines;
  }

  /**
   * Waits until the JVM has printed a line that matches, or finds the first one that it has.
   * @throws {Error} when there is none within 40 s
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
   * @returns whether there is such a command, and the source may use it
   */
  async runCommand(line: string, player?: StandInPlayer): Promise<boolean> {
    return (await this.request('command', { line, player: player?.uuid })) as boolean;
  }

  /** The commands of Brigadier that a client is sent, with their subcommands: what it offers by itself. */
  async announcedCommands(player: StandInPlayer): Promise<string[]> {
    return (await this.request('announcedCommands', { player: player.uuid })) as string[];
  }

  /**
   * What the proxy answers a client, of whatever make, that asks it to complete the last word of the line.
   */
  async suggest(line: string, player?: StandInPlayer): Promise<string[]> {
    return (await this.request('suggest', { line, player: player?.uuid })) as string[];
  }

  /** Fires the event of the proxy's own reload command. */
  async reload(): Promise<void> {
    await this.request('reload');
  }

  /**
   * Time that plugins spent in their handlers before those returned, by `<plugin id> <channel>` for plugin
   * messages and `<plugin id> <class>` for other events.
   * @param enabled starts a new recording (true) or ends it (false), after reading it
   */
  async timings(enabled?: boolean): Promise<Record<string, Percentiles>> {
    return (await this.request('timings', { enabled })) as Record<string, Percentiles>;
  }

  /** Sends many messages from inside the JVM. */
  async load({ players, contents, ...rest }: Load): Promise<LoadReport> {
    return (await this.request('load', {
      ...rest,
      players: players.map(({ uuid }) => uuid),
      contents: contents.map((content) => Buffer.from(content).toString('base64')),
    })) as LoadReport;
  }

  async processorTime(thread: string): Promise<ProcessorTime> {
    return (await this.request('processor', { thread })) as ProcessorTime;
  }

  async usage(): Promise<StandInUsage> {
    return (await this.request('usage')) as StandInUsage;
  }

  /** What the JVM takes for the time, in milliseconds since the epoch. */
  async clock(): Promise<number> {
    return (await this.request('clock')) as number;
  }

  /** Loads and initializes the plugins, after `stopPlugins()`. */
  async startPlugins(): Promise<void> {
    await this.request('start', { jars: this.#jars });
  }

  /** Sends everybody away, shuts the plugins down and forgets them; the JVM stays. */
  async stopPlugins(): Promise<void> {
    await this.request('stop');
  }

  /** Any operation of the JVM half, by name. */
  async request(op: string, details?: object): Promise<unknown> {
    return await this.#host.request(op, details);
  }

  async stop(): Promise<void> {
    await this.#host.stop();
  }

  /** SIGKILL to the JVM. */
  async kill(): Promise<void> {
    await this.#host.kill();
  }

  /** Called with what the JVM prints. */
  takeLine(line: string): void {
    this.#log.add(line);
  }

  /** Called with what leaves the proxy. */
  takeEvent(event: HostEvent): void {
    if (event.event === 'shutdownRequested') return;
    if (event.event === 'toBackend') {
      const { player, server, channel, data } = event;
      this.forwardedToBackend.push({ player, server, channel, bytes: Buffer.from(data, 'base64') });
      return;
    }
    this.#players.get(event.player)?.take(event);
  }
}
