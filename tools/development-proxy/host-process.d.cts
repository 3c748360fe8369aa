export interface HostOptions {
  /** From build.mjs. */
  readonly classPath: string;
  /** The plugins' data folders are made in it. */
  readonly pluginsDirectory: string;
  /** Which generation of Velocity is imitated. */
  readonly behaviour: '2024' | '2026';
  /** Default: `JAVA_HOME`, or else `java` on the path. */
  readonly javaHome?: string | undefined;
  readonly jvmOptions?: readonly string[] | undefined;
  /** What `tools/suites/class-archive.mjs` wrote with the same JVM and class path; else it is passed over. */
  readonly classArchive?: string | undefined;
  /** The JVM's whole environment. Default: this process's. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Called for each line that the JVM prints. */
  readonly onLine: (line: string) => void;
  readonly onEvent: (event: HostEvent) => void;
  /** Called when the JVM has ended, before anybody else hears of it. */
  readonly onEnd?: () => Promise<void>;
}

/** What leaves the proxy; `player` is the UUID, `data` is base64. */
export type HostEvent =
  | { readonly event: 'toClient'; readonly player: string; readonly channel: string; readonly data: string }
  | {
      readonly event: 'toBackend';
      readonly player: string;
      readonly server: string;
      readonly channel: string;
      readonly data: string;
    }
  | { readonly event: 'chat'; readonly player: string; readonly text: string; readonly component: unknown }
  | { readonly event: 'closed'; readonly player: string; readonly reason: string }
  | { readonly event: 'shutdownAsked' };

export interface HostProcess {
  readonly pid: number | undefined;
  /** Exit code or signal. */
  readonly exited: Promise<number | string>;
  /**
   * Asks for one operation of `Operations.java` and its neighbours.
   * @throws {Error} with the JVM's words, or when it has ended
   */
  request(op: string, details?: object): Promise<unknown>;
  /** Shuts the plugins down and ends the JVM. It also ends, at once, when this process does. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/**
 * `jvmOptions` of a proxy that lives for seconds or has few players: a second compilation, for speed, and the
 * threads of a concurrent collector cost more processor time there than they save.
 */
export const STARTS_FAST: readonly string[];

/** Starts the JVM; no plugin is loaded yet (operation `start`). */
export function startHost(options: HostOptions): Promise<HostProcess>;
