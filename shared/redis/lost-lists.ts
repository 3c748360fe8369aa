import type { Logger } from '../logger.ts';
import type { CancelTimer, Timers } from '../timers.ts';

/** When Redis holds lists again and none was written for this long, it holds all that there are to be. */
const SETTLED_AFTER_MS = 60_000;

export interface LostListsDependencies {
  readonly timers: Timers;
  readonly logger: Logger;
  /** Called when what is in Redis counts again, all of it and nothing else. */
  readonly over: () => void;
}

/** Keys of lists that vanished with a Redis process. They count as they were last known until somebody writes them again. */
export class LostLists {
  readonly #dependencies: LostListsDependencies;
  #keys: ReadonlySet<string> = new Set();
  readonly #written = new Set<string>();
  #isRefilled = false;
  #cancelSettling: CancelTimer = () => undefined;

  constructor(dependencies: LostListsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The connection was lost: what was written before says nothing of who answers next. */
  noteCut(): void {
    this.#written.clear();
  }

  /** Whether a list was written since the connection was lost: where it is, another process did not lose it. */
  wasWritten(key: string): boolean {
    return this.#written.has(key);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** @param keys all that were known of a process: another one came in its place and has none of them */
  keep(keys: readonly string[]): void {
    this.#keys = new Set([...this.#keys, ...keys]);
    this.#isRefilled = false;
    this.#dependencies.logger.warn(
      `Redis came back without its data: ${keys.length} blocklists go on as last known, until they are written again`,
    );
  }

  /** These keys were written or deleted: for them, Redis counts again. */
  noteChanges(keys: readonly string[]): void {
    for (const key of keys) this.#written.add(key);
    if (this.#keys.size === 0) return;
    this.#keys = new Set([...this.#keys].filter((key) => !keys.includes(key)));
    this.#cancelSettling();
    this.#cancelSettling = this.#dependencies.timers.after(SETTLED_AFTER_MS, () => {
      if (this.#isRefilled) this.#end();
    });
  }

  /** A list was read that has something in it. */
  noteRefill(): void {
    this.#isRefilled = true;
  }

  /** What Redis holds counts from now on, whatever is missing. @param keys all of them where they are not named */
  forget(keys?: readonly string[]): void {
    const forgotten = new Set(keys ?? this.#keys);
    this.#keys = new Set([...this.#keys].filter((key) => !forgotten.has(key)));
    if (this.#keys.size === 0) this.#cancelSettling();
  }

  #end(): void {
    if (this.#keys.size === 0) return;
    this.#dependencies.logger.info(
      `Redis is filled again: ${this.#keys.size} blocklists that are not in it are let go`,
    );
    this.forget();
    this.#dependencies.over();
  }
}
