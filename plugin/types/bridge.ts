/** The members of the Java bridge (`plugin/java/bridge`) that the script uses. */
import type {
  Executor,
  Future,
  JavaBytes,
  JavaCollection,
  JavaList,
  JavaMap,
  LongAdder,
  Predicate,
  Throwable,
} from './jdk.ts';
import type { ChannelIdentifier, CommandSource, Player, ProxyServer } from './velocity.ts';

/** `Settings.java` */
export interface Settings {
  /** The default settings in the jar, as JSON. */
  defaults(): string;
  /** The operator's file, as JSON. */
  written(): string;
  /** Contents of the files that settings name, by dotted key; empty if a file cannot be read. */
  files(): JavaMap<string, string>;
  /** Line numbers in the operator's file, by dotted key. */
  lines(): JavaMap<string, number>;
  /** Environment variables that are set and override a setting, by dotted key. */
  environment(): JavaMap<string, string>;
  /** Effective values by dotted key. */
  values(): JavaMap<string, unknown>;
}

/** `ChannelBridge.java` */
export interface ChannelBridge {
  /** Registers the channel of these settings, which must be valid. */
  open(settings: Settings): void;
  /** Counters of dropped messages, since the start of the proxy. */
  readonly fromBackend: LongAdder;
  readonly overGuard: LongAdder;
  readonly queueFull: LongAdder;
  readonly clientTooOld: LongAdder;
}

/** `ModChannels.java` */
export interface ModChannels {
  /** @throws (a Java exception) if the proxy does not accept the name */
  identifier(name: string): ChannelIdentifier;
  /** @param bytes each -128 to 127 */
  bytes(bytes: readonly number[]): JavaBytes;
  utf8(text: string): JavaBytes;
  watch(names: JavaList<string>, listener: ScriptFunction): void;
}

/** `PublishedLists.java`: the lists for other plugins of the proxy. */
export interface PublishedLists {
  connect(listener: ScriptFunction): void;
  /**
   * @param client null for the global list
   * @param features each once
   */
  replace(client: string | null, features: readonly string[]): void;
  /** The clients whose lists were published and are not empty. */
  clients(): JavaCollection<string>;
  markLoaded(): void;
  answered(player: Player, client: string, features: readonly string[], blocked: readonly string[]): void;
  /** @param blocked null if the lists are not loaded */
  complete(check: unknown, blocked: readonly string[] | null): void;
}

/** `ScriptThread.java`: the executor for all callbacks. */
export interface ScriptThread extends Executor {
  schedule(task: () => void, delayMs: number): Future;
  /** The number of packets in the queue for the script. */
  readonly queuedPackets: { get(): number };
}

/** `Packet.java` */
export interface Packet {
  player(): Player;
  channel(): ChannelIdentifier;
  answer(text: string): void;
  /** The time since the proxy's event for the packet. */
  ageSeconds(): number;
}

/** `org.slf4j.Logger` */
export interface Slf4jLogger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A function that Java calls with the name of a method, the returned value, and the arguments. */
export type ScriptFunction = (method: string, ...args: never[]) => void;

/** `ScriptHost.java`: the platform that the script runs on. */
export interface ScriptHost {
  thread(): ScriptThread;
  /** Returns the milliseconds since the plugin was loaded, by a monotonic clock. */
  monotonicMs(): number;
  /**
   * Creates a Java object that implements the named interface. Its methods may be called on any thread and
   * return immediately; `listener` is called on the script thread with the method's name, the returned value,
   * and the arguments.
   * @param result the value that each call returns; a method that returns a `CompletableFuture` returns a new
   * one instead
   */
  listener(interfaceName: string, result: unknown, listener: ScriptFunction): unknown;
  /**
   * Returns a check of a permission, which the proxy calls on its own threads.
   * @param failed called with the permission, `null` and the Java exception if the check fails
   */
  permission(node: string, failed: ScriptFunction): Predicate<CommandSource>;
  proxy(): ProxyServer;
  /** The plugin's main object, by which the proxy identifies the plugin. */
  plugin(): unknown;
  /**
   * Reads the settings again.
   * @throws (a Java exception) that `Reason` converts to one line for the operator
   */
  settings(): { call(): Settings };
  /**
   * Reads `lang/<code>.properties` in the plugin's folder. Creates the file if it does not exist.
   * @throws (a Java exception) as `settings()` does
   */
  language(code: string): string;
  /** Starts the delivery of packets to the program, beginning with the queued ones. */
  ready(): { run(): void };
  channel(): ChannelBridge;
  modChannels(): ModChannels;
  lists(): PublishedLists;
  logger(): Slf4jLogger;
}

/** The bridge's classes that the script looks up by name. */
export interface BridgeClasses {
  readonly 'io.github.featurecontrol.Reason': {
    /** Describes an exception in one line for the operator. */
    of(cause: Throwable): string;
  };
}
