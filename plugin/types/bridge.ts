/** The classes of our own bridge (`plugin/java/bridge`) that the script is given. */
import type { Executor, Predicate } from './jdk.ts';
import type { CommandSource, ProxyServer } from './velocity.ts';

/** `Settings.java` */
export interface Settings {
  /** JSON of the file that the jar carries, and of the operator's. */
  defaults(): string;
  written(): string;
  /** 0 where the operator's file does not have the dotted key. */
  lineOf(key: string): number;
  /** The variable of the environment that is set and wins over the dotted key; null where none is. */
  variableOf(key: string): string | null;
  /** What counts. Only for keys whose default is a text. */
  text(key: string): string;
}

/** `ChannelCounters.java`: messages that reached no script, since the start. */
export interface ChannelCounters {
  fromBackend(): number;
  overGuard(): number;
  queueFull(): number;
  clientTooOld(): number;
}

/** `Packet.java` */
export interface Packet {
  /** The player's UUID, in lower case with hyphens. */
  playerId(): string;
  answer(text: string): void;
}

/** SLF4J's. */
export interface Slf4jLogger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** `ScriptHost.java`: what the script has in place of a platform. */
export interface ScriptHost {
  /** Runs on the script thread: where callbacks belong. */
  executor(): Executor;
  /** @returns cancels the call */
  after(delayMs: number, action: () => void): { run(): void };
  monotonicMs(): number;
  /**
   * A Java object of the named interface, each of whose calls, on whatever thread, reaches `action` on the script thread with the method's name and its arguments.
   * @param result what each call returns at once; where a `CompletableFuture` is asked for, a fresh one, the last argument of `action`
   */
  listener(
    interfaceName: string,
    result: unknown,
    action: (method: string, ...args: never[]) => void,
  ): unknown;
  /** Whether whoever it is asked about has the permission; asked on the proxy's threads. */
  permission(node: string): Predicate<CommandSource>;
  proxy(): ProxyServer;
  /** What the proxy knows as the plugin. */
  plugin(): unknown;
  /** @throws (a Java IOException) whose message is one line for the operator */
  readSettings(): Settings;
  /** From now on packets are handed to the program, those that have waited first. */
  ready(): void;
  openChannel(settings: Settings): void;
  counters(): ChannelCounters;
  queuedPackets(): number;
  logger(): Slf4jLogger;
}
