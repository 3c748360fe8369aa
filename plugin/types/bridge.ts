/** The members of the Java bridge (`plugin/java/bridge`) that the script uses. */
import type {
  CompletableFuture,
  Executor,
  Future,
  JavaBytes,
  JavaCollection,
  JavaList,
  JavaMap,
  LongAdder,
  Throwable,
} from './jdk.ts';
import type {
  ChannelIdentifier,
  CommandSource,
  EventHandler,
  Player,
  ProxyServer,
  Suggestions,
  SuggestionsBuilder,
} from './velocity.ts';

/** `Settings.java`: maps by dotted key. */
export interface Settings {
  /** Effective values. */
  values(): JavaMap<string, unknown>;
  /** Contents of the files that settings name; empty if a file cannot be read. */
  files(): JavaMap<string, string>;
  /** Line numbers in the operator's file. */
  lines(): JavaMap<string, number>;
  /** Environment variables that are set and override a setting. */
  environment(): JavaMap<string, string>;
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
  /**
   * Registers these channels.
   * @param registered called for each registration of a client, also of other channels
   * @param sent called with the first bytes of each message on these channels
   */
  watch(
    names: readonly string[],
    registered: (player: Player, channels: JavaList<ChannelIdentifier>) => void,
    sent: (player: Player, byServer: boolean, channel: string, bytes: ArrayLike<number>) => void,
  ): void;
}

/** `PublishedLists.java`: the lists for other plugins of the proxy. */
export interface PublishedLists {
  /**
   * @param used called once, when another plugin has requested the API
   * @param checker called for each check of another plugin. It returns undefined if the lists are not loaded.
   */
  connect(
    used: () => void,
    checker: (player: Player, client: string, features: ArrayLike<string>) => readonly string[] | undefined,
  ): void;
  /**
   * @param client null for the global list
   * @param features each once
   */
  replace(client: string | null, features: readonly string[]): void;
  /** The clients whose lists were published and are not empty. */
  clients(): JavaCollection<string>;
  markLoaded(): void;
  answered(player: Player, client: string, features: readonly string[], blocked: readonly string[]): void;
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

/**
 * `ScriptHost.java`: the platform that the script runs on. Java objects that it creates from functions may be
 * called on any thread and return immediately; the functions are called on the script thread.
 */
export interface ScriptHost {
  thread(): ScriptThread;
  /** Returns the milliseconds since the plugin was loaded, by a monotonic clock. */
  monotonicMs(): number;
  eventHandler<Event>(handler: (event: Event) => void): EventHandler<Event>;
  /**
   * Registers a command.
   * @param permissions of which one is needed to see it
   * @param failed called if a permission plugin fails, which does not grant the permission
   * @param run called with the whole line, beginning with the name
   * @param complete completes `suggestions`
   */
  registerCommand(
    name: string,
    permissions: readonly string[],
    failed: (cause: Throwable) => void,
    run: (source: CommandSource, input: string) => void,
    complete: (
      source: CommandSource,
      builder: SuggestionsBuilder,
      suggestions: CompletableFuture<Suggestions>,
    ) => void,
  ): void;
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
