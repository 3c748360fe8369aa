import type { Logger } from '../../logger.ts';
import { ServerWatch } from './server-watch.ts';
import type { Condition } from './server-watch.ts';

interface ServerConditionsDependencies {
  readonly logger?: Logger | undefined;
  /** Called when a condition may have begun or ended. Must be cheap. */
  readonly changed?: () => void;
}

/** The conditions of all servers that a program uses. With any of them, its health is `degraded`. */
export class ServerConditions {
  readonly #dependencies: ServerConditionsDependencies;
  readonly #watches = new Set<ServerWatch>();
  /** Conditions that were logged and have not ended. They outlive the connection. */
  readonly #logged = new Set<string>();

  constructor(dependencies: ServerConditionsDependencies = {}) {
    this.#dependencies = dependencies;
  }

  /** Whether a server has any condition. */
  get isLimited(): boolean {
    return this.#used().some(({ conditions }) => conditions.size > 0);
  }

  has(condition: Condition): boolean {
    return this.#used().some(({ conditions }) => conditions.has(condition));
  }

  /** Returns a line without a full stop for each server that has the condition. */
  reasonsFor(condition: Condition): readonly string[] {
    const limited = this.#used().filter(({ conditions }) => conditions.has(condition));
    return limited.map((watch) => watch.describe(condition));
  }

  /** The round trip to the farthest server, in milliseconds; undefined before the first. */
  get roundTripMs(): number | undefined {
    const known = this.#used().flatMap(({ roundTripMs }) => roundTripMs ?? []);
    return known.length === 0 ? undefined : Math.max(...known);
  }

  /** @returns a promise that is fulfilled when the commands of all connected servers are known */
  async examined(): Promise<void> {
    await Promise.all([...this.#watches].map(({ examined }) => examined));
  }

  /**
   * Starts to watch the server of a connection.
   * @param server its address for log lines
   * @param isUsed whether the server counts now: a replica in a cluster is only connected
   */
  watch(server: string, isUsed = () => true): ServerWatch {
    const { changed = () => undefined, logger } = this.#dependencies;
    const watch: ServerWatch = new ServerWatch(server, {
      isUsed,
      changed: (condition, isOn) => {
        const key = `${server} ${condition}`;
        if (!isOn) this.#logged.delete(key);
        else if (isUsed() && !this.#logged.has(key)) {
          logger?.warn(watch.describe(condition));
          this.#logged.add(key);
        }
        changed();
      },
      closed: () => {
        this.#watches.delete(watch);
        changed();
      },
    });
    this.#watches.add(watch);
    return watch;
  }

  #used(): readonly ServerWatch[] {
    return [...this.#watches].filter((watch) => watch.isUsed);
  }
}
