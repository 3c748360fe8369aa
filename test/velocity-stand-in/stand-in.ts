import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startHost, type HostEvent, type HostProcess } from './host-process.cjs';
import { StandInLog } from './stand-in-log.ts';
import { StandInPlayer } from './stand-in-player.ts';

const LATEST_PROTOCOL = 767;
const SETTINGS = ['REDIS_URL', 'KEY_PREFIX', 'FC_CHANNEL_NAMESPACE'];

export interface StandInOptions {
  /** The plugins, each a jar. Default: the one in plugin/build/libs. */
  readonly jars?: readonly string[];
  readonly redisUrl?: string;
  readonly keyPrefix?: string;
  /** Velocity's `plugins` folder: a plugin's data is in the folder of its id there. Default: a temporary one. */
  readonly pluginsDirectory?: string;
  /** Further environment of the JVM. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another JVM to run on. */
  readonly javaHome?: string;
  readonly jvmOptions?: readonly string[];
  /** The generation of Velocity that is imitated. Default: 2024. */
  readonly behaviour?: '2024' | '2026';
}

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

export interface StandInUsage {
  readonly heapBytes: number;
  readonly threads: readonly string[];
  /** Class loaders of stopped plugins that something still holds. */
  readonly leakedLoaders: number;
}

export interface StandIn {
  /** Every line that the JVM has printed. */
  readonly log: readonly string[];
  /**
   * Waits until the JVM has printed a line that matches, or finds the first one that it has.
   * @throws {Error} when there is none within 10 s
   */
  untilLogged(pattern: RegExp): Promise<string>;
  readonly pluginsDirectory: string;
  /** Every plugin message that went on to a backend, announcements of channels included. */
  readonly forwardedToBackend: readonly ForwardedToBackend[];
  join(options?: JoinOptions): Promise<StandInPlayer>;
  /**
   * Runs a line as the console, or as the player.
   * @returns whether there is such a command, and the source may use it
   */
  runCommand(line: string, player?: StandInPlayer): Promise<boolean>;
  /** What tab completion offers for the last word of the line. */
  suggest(line: string, player?: StandInPlayer): Promise<string[]>;
  /** Fires the event of the proxy's own reload command. */
  reload(): Promise<void>;
  /** Nanoseconds that handlers took since the last call with `true`, by `<plugin id> <channel>`. */
  timings(enabled?: boolean): Promise<Record<string, HandlerTiming>>;
  /** After garbage collection. */
  usage(): Promise<StandInUsage>;
  /** Shuts the plugins down, and loads them anew in the same JVM. */
  restartPlugins(): Promise<void>;
  /** Shuts the plugins down and keeps the JVM. */
  stopPlugins(): Promise<void>;
  /** Any operation of the JVM half, by name. */
  request(op: string, details?: object): Promise<unknown>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface HandlerTiming {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** Starts a proxy of its own with the plugin in it, driven without any Minecraft client. */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { classPath } = await standInBuild();
  const jars = options.jars ?? [await builtJar()];
  const temporary =
    options.pluginsDirectory === undefined ? await mkdtemp(join(tmpdir(), 'stand-in-')) : undefined;
  const pluginsDirectory = options.pluginsDirectory ?? temporary ?? '';
  const state = new StandInState();
  const host = await startHost({
    classPath,
    pluginsDirectory,
    behaviour: options.behaviour ?? '2024',
    javaHome: options.javaHome,
    jvmOptions: options.jvmOptions,
    env: environmentOf(options),
    onLine: (line) => {
      state.log.add(line);
    },
    onEvent: (event) => {
      state.take(event);
    },
  });
  const removeTemporary = async () => {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  };
  try {
    await host.request('start', { jars });
  } catch (error) {
    await host.kill();
    await removeTemporary();
    throw error;
  }
  return drivenBy(host, { state, jars, pluginsDirectory, removeTemporary });
}

/** Compiles the Java half where needed, and tells where it is. */
export async function standInBuild(): Promise<{ classPath: string; probeJar: string }> {
  const program = join(__dirname, 'build.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return JSON.parse(stdout) as { classPath: string; probeJar: string };
}

async function builtJar(): Promise<string> {
  const directory = join(__dirname, '../../plugin/build/libs');
  const jars = (await readdir(directory)).filter((name) => name.endsWith('.jar'));
  if (jars.length !== 1 || jars[0] === undefined)
    throw new Error(`plugin/build/libs holds ${jars.length} jars: npm run build`);
  return join(directory, jars[0]);
}

/** Settings of the developer's own shell must not reach the plugin. */
function environmentOf({ env, redisUrl, keyPrefix }: StandInOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.includes(name));
  return {
    ...Object.fromEntries(inherited),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...(keyPrefix === undefined ? {} : { KEY_PREFIX: keyPrefix }),
    ...env,
  };
}

class StandInState {
  readonly log = new StandInLog();
  readonly players = new Map<string, StandInPlayer>();
  readonly forwardedToBackend: ForwardedToBackend[] = [];

  take(event: HostEvent): void {
    if (event.event === 'shutdownAsked') return;
    if (event.event === 'toBackend') {
      const { player, server, channel, data } = event;
      this.forwardedToBackend.push({ player, server, channel, bytes: Buffer.from(data, 'base64') });
      return;
    }
    this.players.get(event.player)?.take(event);
  }
}

interface Started {
  readonly state: StandInState;
  readonly jars: readonly string[];
  readonly pluginsDirectory: string;
  readonly removeTemporary: () => Promise<void>;
}

function drivenBy(host: HostProcess, { state, jars, pluginsDirectory, removeTemporary }: Started): StandIn {
  const as = (player?: StandInPlayer) => (player === undefined ? {} : { player: player.uuid });
  return {
    log: state.log.lines,
    untilLogged: (pattern) => state.log.until(pattern),
    pluginsDirectory,
    forwardedToBackend: state.forwardedToBackend,
    async join(options = {}) {
      const uuid = options.uuid ?? randomUUID();
      const name = options.name ?? `p_${uuid.slice(0, 13)}`;
      const player = new StandInPlayer(host, { uuid, name, protocol: options.protocol ?? LATEST_PROTOCOL });
      state.players.set(uuid, player);
      await host.request('join', { player: uuid, name, protocol: player.protocol });
      if (options.connected === true) await player.connectToBackend();
      return player;
    },
    async runCommand(line, player) {
      return (await host.request('command', { line, ...as(player) })) as boolean;
    },
    async suggest(line, player) {
      return (await host.request('suggest', { line, ...as(player) })) as string[];
    },
    async reload() {
      await host.request('reload');
    },
    async timings(enabled) {
      return (await host.request('timings', enabled === undefined ? {} : { enabled })) as Record<
        string,
        HandlerTiming
      >;
    },
    async usage() {
      return (await host.request('usage')) as StandInUsage;
    },
    async restartPlugins() {
      await host.request('stop');
      await host.request('start', { jars });
    },
    async stopPlugins() {
      await host.request('stop');
    },
    request: (op, details) => host.request(op, details),
    async stop() {
      await host.stop();
      await removeTemporary();
    },
    async kill() {
      await host.kill();
      await removeTemporary();
    },
  };
}
