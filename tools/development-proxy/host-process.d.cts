export interface HostOptions {
  /** From build.mjs. */
  readonly classPath: string;
  /** Contains the plugins' data folders. */
  readonly pluginsDirectory: string;
  /** The generation of Velocity to imitate. */
  readonly behaviour: '2024' | '2026';
  /** Default: `JAVA_HOME`, otherwise `java` on the path. */
  readonly javaHome?: string | undefined;
  readonly jvmOptions?: readonly string[] | undefined;
  /**
   * The archive that `tools/suites/class-archive.mjs` wrote with the same JVM and class path. Any other
   * archive is ignored.
   */
  readonly classArchive?: string | undefined;
  /** The JVM's complete environment. Default: this process's. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Called for each line that the JVM prints. */
  readonly onLine: (line: string) => void;
  readonly onEvent: (event: HostEvent) => void;
  /** Called when the JVM has ended, before `exited` resolves. */
  readonly onEnd?: () => Promise<void>;
}

/** An event of the proxy; `player` is the UUID, `data` is base64. */
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
  | { readonly event: 'shutdownRequested' };

export interface HostProcess {
  readonly pid: number | undefined;
  /** Exit code or signal. */
  readonly exited: Promise<number | string>;
  /**
   * Requests an operation of `Operations.java` or `ProxyOperations.java`.
   * @throws {Error} with the JVM's error message, or if the JVM has ended
   */
  request(op: string, details?: object): Promise<unknown>;
  /** Shuts the plugins down, and ends the JVM. The JVM also ends immediately when this process does. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/**
 * `jvmOptions` for a proxy that runs for seconds or has few players. For such a proxy, C2 compilation and the
 * threads of a concurrent collector cost more CPU time than they save.
 */
export const FAST_STARTUP_JVM_OPTIONS: readonly string[];

/** Starts the JVM; no plugin is loaded yet (operation `start`). */
export function startHost(options: HostOptions): Promise<HostProcess>;
