import type { Clock } from '../../clock.ts';
import type { Timers } from '../../timers.ts';
import { runImmediately } from '../redis-commands.ts';
import type { RedisCommands, RunCommand } from '../redis-commands.ts';

export interface KeyScanDependencies {
  readonly commands: Pick<RedisCommands, 'keysStartingWith'>;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** A search that has not started. */
interface Search {
  /** The found keys by their prefix. */
  readonly groups: { readonly prefix: string; readonly keys: Set<string> }[];
  isBackground: boolean;
  readonly done: Promise<void>;
}

/**
 * A pause is this many times as long as the command before it, so that `SCAN` leaves Redis time for other
 * clients.
 */
const PAUSE_FACTOR = 4;

/**
 * Finds the keys of the kinds of one mirror. `SCAN` visits every key of Redis, including those of other
 * programs. Therefore, kinds that search at the same time share one scan, and scans in the background pause.
 */
export class KeyScan {
  readonly #dependencies: KeyScanDependencies;
  /** The search that starts in the next microtask. */
  #next: Search | undefined;
  /** Ends each pause that is in progress. */
  readonly #pauses = new Set<() => void>();
  /** The number of calls of `hurry()`. */
  #hurries = 0;

  constructor(dependencies: KeyScanDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the keys that start with one of the prefixes.
   * @param isBackground whether the scan leaves Redis time for other clients
   * @throws {RedisError}
   */
  async find(prefixes: readonly string[], isBackground: boolean): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    if (prefixes.length === 0) return keys;
    const search = (this.#next ??= this.#createSearch());
    search.groups.push(...prefixes.map((prefix) => ({ prefix, keys })));
    search.isBackground &&= isBackground;
    await search.done;
    return keys;
  }

  /** Completes the searches in progress without pauses. */
  hurry(): void {
    this.#hurries += 1;
    for (const end of this.#pauses) end();
  }

  #createSearch(): Search {
    const done = Promise.resolve().then(async () => {
      this.#next = undefined;
      await this.#run(search);
    });
    const search: Search = { groups: [], isBackground: true, done };
    return search;
  }

  async #run({ groups, isBackground }: Search): Promise<void> {
    const prefixes = groups.map(({ prefix }) => prefix);
    const run = isBackground ? this.#withPauses() : runImmediately;
    for (const key of await this.#dependencies.commands.keysStartingWith(prefixes, run))
      groups.find(({ prefix }) => key.startsWith(prefix))?.keys.add(key);
  }

  #withPauses(): RunCommand {
    const { clock } = this.#dependencies;
    const hurries = this.#hurries;
    return async (command) => {
      const startedMs = clock.monotonicMs();
      const reply = await command();
      const pauseMs = Math.ceil((clock.monotonicMs() - startedMs) * PAUSE_FACTOR);
      if (pauseMs > 0 && hurries === this.#hurries) await this.#pause(pauseMs);
      return reply;
    };
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        cancel();
        this.#pauses.delete(end);
        resolve();
      };
      const cancel = this.#dependencies.timers.after(milliseconds, end);
      this.#pauses.add(end);
    });
  }
}
