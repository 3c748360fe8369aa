import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { CancelTimer, Timers } from '../timers.ts';
import type { BlocklistCache } from './blocklist-cache.ts';
import type { RedisCommands } from './redis-commands.ts';
import { RedisError } from './redis-error.ts';
import type { RedisKeys } from './redis-keys.ts';

/** What of Redis blocklists need. */
export type BlocklistCommands = Pick<RedisCommands, 'smembers' | 'smismember' | 'scard' | 'keysStartingWith'>;

export interface BlocklistReaderDependencies {
  readonly commands: BlocklistCommands;
  readonly keys: RedisKeys;
  readonly cache: BlocklistCache;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when all that was asked for has been read; for tests and status. */
  readonly idle?: () => void;
}

/** Lists read at the same time: enough to fill the round trips, few enough not to crowd out checks. */
const READS_IN_FLIGHT = 32;

/** After a failure of Redis, reading is tried again after this many milliseconds, or at once when the change feed is back. */
const RETRY_MS = 1000;

/** What `scard` says of a key that holds no set. */
const WRONG_TYPE = -1;

/** A list is left alone for this many times as long as reading it took, so that a busy large list does not keep Redis busy too. */
const REST_FACTOR = 4;

/**
 * Keeps the cache what Redis holds: reads again what is said to have changed, each list once however often it did, in the background. While it reads,
 * checks ask Redis for just their features, so nothing waits for it.
 */
export class BlocklistReader {
  readonly #dependencies: BlocklistReaderDependencies;
  readonly #changed = new Set<string>();
  readonly #restUntil = new Map<string, number>();
  readonly #faulty = new Set<string>();
  #readAll = false;
  #running = false;
  #closed = false;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: BlocklistReaderDependencies) {
    this.#dependencies = dependencies;
  }

  readKeys(keys: readonly string[]): void {
    for (const key of keys) {
      this.#dependencies.cache.markStale(key);
      this.#changed.add(key);
    }
    this.#wake();
  }

  readAll(): void {
    this.#dependencies.cache.markAllStale();
    this.#readAll = true;
    this.#wake();
  }

  /** Repairs what the change feed missed: reads the lists whose size is not the one known, and no others. */
  async compareSizes(): Promise<void> {
    const { cache, commands } = this.#dependencies;
    if (!cache.upToDate || this.#closed) return;
    const keys = await this.#allKeys();
    const sizes = await commands.scard(keys);
    this.readKeys(
      keys.filter((key, index) => sizes[index] !== (this.#faulty.has(key) ? WRONG_TYPE : cache.sizeOf(key))),
    );
  }

  close(): void {
    this.#closed = true;
    this.#cancelWake();
  }

  #wake(): void {
    if (this.#running || this.#closed) return;
    this.#cancelWake();
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    let pauseMs: number | undefined;
    try {
      pauseMs = await this.#readEverythingDue();
    } catch (cause) {
      // A Redis out of reach is told by the connection; anything else would repeat itself every second if it were logged as an error.
      this.#dependencies.logger.debug(`Blocklists could not be read: ${String(cause)}`);
      pauseMs = RETRY_MS;
    }
    this.#running = false;
    if (this.#closed) return;
    if (pauseMs === undefined) this.#dependencies.idle?.();
    else
      this.#cancelWake = this.#dependencies.timers.after(pauseMs, () => {
        this.#wake();
      });
  }

  /** @returns milliseconds until the next list may be read again; undefined where nothing is left to read */
  async #readEverythingDue(): Promise<number | undefined> {
    for (;;) {
      if (this.#closed) return undefined;
      if (this.#readAll) {
        await this.#readAllLists();
        continue;
      }
      const due = this.#due();
      if (due.length === 0) return this.#shortestRest();
      await this.#readLists(due);
    }
  }

  async #readAllLists(): Promise<void> {
    this.#readAll = false;
    this.#changed.clear();
    try {
      await this.#readLists(await this.#allKeys());
    } catch (cause) {
      this.#readAll = true;
      throw cause;
    }
    if (!this.#readAllAskedAgain()) this.#dependencies.cache.markComplete();
  }

  /** Apart, since the compiler cannot know that `readAll()` may have been called meanwhile. */
  #readAllAskedAgain(): boolean {
    return this.#readAll;
  }

  async #allKeys(): Promise<string[]> {
    const { cache, commands, keys } = this.#dependencies;
    const there = await commands.keysStartingWith(keys.blocklistClients);
    return [...new Set([keys.blocklistGlobal, ...there, ...cache.keys()])];
  }

  async #readLists(keys: readonly string[]): Promise<void> {
    const waiting = keys[Symbol.iterator]();
    const readOneAfterAnother = async (): Promise<void> => {
      for (const key of waiting) await this.#readList(key);
    };
    await Promise.all(Array.from({ length: Math.min(READS_IN_FLIGHT, keys.length) }, readOneAfterAnother));
  }

  async #readList(key: string): Promise<void> {
    const { cache, clock, commands } = this.#dependencies;
    this.#changed.delete(key);
    const startedAt = clock.monotonicMs();
    try {
      const features = await commands.smembers(key);
      this.#faulty.delete(key);
      // Changed again while it was read: it stays stale and is read once more.
      if (!this.#changed.has(key)) cache.store(key, features);
    } catch (cause) {
      if (!(cause instanceof RedisError && cause.kind === 'wrong-type')) {
        this.#changed.add(key);
        throw cause;
      }
      this.#leaveOut(key);
    }
    const finishedAt = clock.monotonicMs();
    const restMs = (finishedAt - startedAt) * REST_FACTOR;
    if (restMs > RETRY_MS / 10) this.#restUntil.set(key, finishedAt + restMs);
    else this.#restUntil.delete(key);
  }

  #leaveOut(key: string): void {
    if (!this.#faulty.has(key))
      this.#dependencies.logger.warn(`Redis key ${key} is not a set, so it is left out`);
    this.#faulty.add(key);
    this.#dependencies.cache.keepLastKnown(key);
  }

  #due(): string[] {
    const now = this.#dependencies.clock.monotonicMs();
    return [...this.#changed].filter((key) => (this.#restUntil.get(key) ?? 0) <= now);
  }

  #shortestRest(): number | undefined {
    if (this.#changed.size === 0) return undefined;
    const now = this.#dependencies.clock.monotonicMs();
    return Math.max(1, Math.min(...[...this.#changed].map((key) => (this.#restUntil.get(key) ?? now) - now)));
  }
}
