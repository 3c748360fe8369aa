/** The classes of our own bridge (`plugin/java/bridge`) that the script is given. */
import type {
  Executor,
  Future,
  JavaBytes,
  JavaList,
  JavaMap,
  JavaSet,
  LongAdder,
  Predicate,
  Throwable,
} from './jdk.ts';
import type { ChannelIdentifier, CommandSource, Player, ProxyServer } from './velocity.ts';

/** `Settings.java` */
export interface Settings {
  /** JSON of the file that the jar carries, and of the operator's. */
  defaults(): string;
  written(): string;
  /** What is in the file that `redis.ca-file` names; empty where it cannot be read. */
  authority(): string;
  /** By dotted key, the line of the operator's file. */
  lines(): JavaMap<string, number>;
  /** By dotted key, the variable of the environment that is set and wins over it. */
  environment(): JavaMap<string, string>;
  /** By dotted key, what counts. */
  values(): JavaMap<string, unknown>;
}

/** `ChannelBridge.java` */
export interface ChannelBridge {
  /** Listens as these settings say. They have been judged. */
  open(settings: Settings): void;
  /** Messages that reached no script, since the start. */
  readonly fromBackend: LongAdder;
  readonly overGuard: LongAdder;
  readonly queueFull: LongAdder;
  readonly clientTooOld: LongAdder;
}

/** `ModChannels.java` */
export interface ModChannels {
  identifier(name: string): ChannelIdentifier;
  /** @param bytes each -128 to 127 */
  bytes(bytes: readonly number[]): JavaBytes;
  utf8(text: string): JavaBytes;
  watch(names: JavaList<string>, kept: JavaList<string>, listening: Listening): void;
}

/** `PublishedLists.java`: what other plugins of the proxy read. */
export interface PublishedLists {
  connect(listening: Listening): void;
  /** @param client null for the global list @param features not changed any more */
  replace(client: string | null, features: JavaSet<string>): void;
  markLoaded(): void;
  answered(player: Player, client: string, features: readonly string[], blocked: readonly string[]): void;
  /** @param blocked null where the lists are not known */
  complete(check: unknown, blocked: readonly string[] | null): void;
}

/** `ScriptThread.java`: where callbacks belong. */
export interface ScriptThread extends Executor {
  schedule(task: () => void, delayMs: number): Future;
  /** Packets that wait for the script. */
  readonly queuedPackets: { get(): number };
}

/** `Packet.java` */
export interface Packet {
  player(): Player;
  channel(): ChannelIdentifier;
  answer(text: string): void;
}

/** SLF4J's. */
export interface Slf4jLogger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Called with the name of a method, what it returned, and its arguments. */
export type Listening = (method: string, ...args: never[]) => void;

/** `ScriptHost.java`: what the script has in place of a platform. */
export interface ScriptHost {
  thread(): ScriptThread;
  /** Milliseconds since the plugin was loaded, by a clock that never goes back. */
  monotonicMs(): number;
  /**
   * A Java object of the named interface, each of whose calls, on whatever thread, reaches `listening` on the
   * script thread: with the method's name, what it returned, and its arguments.
   * @param result what each call returns at once, but for one that has to return a `CompletableFuture`: that
   * is a fresh one
   */
  listener(interfaceName: string, result: unknown, listening: Listening): unknown;
  /**
   * Whether a player has the permission; asked on the proxy's threads.
   * @param failed called with the permission, `null` and the Java exception where it cannot be looked up
   */
  permission(node: string, failed: Listening): Predicate<CommandSource>;
  proxy(): ProxyServer;
  /** What the proxy knows as the plugin. */
  plugin(): unknown;
  /** Reads them again. @throws (a Java exception) of which `Reason` makes one line for the operator */
  settings(): { call(): Settings };
  /**
   * Reads `lang/<code>.properties` in the plugin's folder, and writes it first where there is none.
   * @throws (a Java exception) as `settings()` does
   */
  language(code: string): string;
  /** From when it is run on, packets are handed to the program, those that have waited first. */
  ready(): { run(): void };
  channel(): ChannelBridge;
  modChannels(): ModChannels;
  lists(): PublishedLists;
  logger(): Slf4jLogger;
}

/** Those of the bridge's own that the script looks up. */
export interface BridgeClasses {
  readonly 'io.github.featurecontrol.Reason': {
    /** What went wrong, in one line for the operator. */
    of(cause: Throwable): string;
  };
}
