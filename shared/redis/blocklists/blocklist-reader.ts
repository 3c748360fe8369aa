import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { BlocklistCache } from './blocklist-cache.ts';
import { DueLists } from './due-lists.ts';
import { ListReading } from './list-reading.ts';
import { LossWatch } from '../loss/loss-watch.ts';
import type { Found, HeldData } from '../loss/loss-watch.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { RedisError } from '../redis-error.ts';
import type { RedisKeys } from '../redis-keys.ts';

/** What of Redis blocklists need. */
export type BlocklistCommands = Pick<
  RedisCommands,
  'smembers' | 'smismember' | 'scard' | 'keysStartingWith' | 'processes'
>;

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

/** After a failure of Redis, reading is tried again after this many milliseconds, or at once when the change feed is back. */
const RETRY_MS = 1000;

/**
 * Keeps the cache what Redis holds: reads again what is said to have changed, each list once however often it did, in the background. While it reads,
 * checks ask Redis for just their features, so nothing waits for it.
 */
export class BlocklistReader implements HeldData {
  readonly #dependencies: BlocklistReaderDependencies;
  readonly #due: DueLists;
  readonly #lists: ListReading;
  readonly #losses: LossWatch;
  #readAll = false;
  #running = false;
  #closed = false;
  /** What Redis refused lists with, until all are read, or another connection may be told something else. */
  #toldCode = '';
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: BlocklistReaderDependencies) {
    this.#dependencies = dependencies;
    const { cache, clock, commands, logger } = dependencies;
    this.#due = new DueLists(clock);
    this.#lists = new ListReading({ commands, cache, logger, due: this.#due });
    this.#losses = new LossWatch({ commands, logger, what: 'blocklists' });
  }

  /** Whether Redis can be asked for this list: it is known who answers, and that the list did not vanish with an earlier process. */
  canAsk(key: string): boolean {
    return this.#losses.isConfirmed && !this.#losses.isLost(key);
  }

  /** The connection was lost: nothing in memory is sure any more, nor who answers next. */
  doubt(): void {
    this.#toldCode = '';
    this.#losses.noteCut();
    this.#dependencies.cache.markAllStale();
  }

  /** These lists were written. */
  readKeys(keys: readonly string[]): void {
    this.#losses.noteChanges(keys);
    this.#readAgain(keys);
  }

  #readAgain(keys: readonly string[]): void {
    for (const key of keys) {
      this.#dependencies.cache.markStale(key);
      this.#due.add(key);
    }
    this.#wake();
  }

  readAll(): void {
    this.#losses.noteAnyChange();
    this.#dependencies.cache.markAllStale();
    this.#readAll = true;
    this.#wake();
  }

  /** Repairs what the change feed missed: reads the lists whose size is not the one known, and no others. Never rejects. */
  async compareSizes(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#compareSizes();
    } catch (cause) {
      this.#tell(cause);
    }
  }

  async #compareSizes(): Promise<void> {
    // Where nobody tells of changes, checks ask Redis, as soon as it is known who that is.
    if (!this.#running) await this.#losses.confirm(this);
    if (!this.#dependencies.cache.upToDate) return;
    this.#readAgain(await this.#lists.differing(await this.#readableKeys()));
  }

  heldKeys(): readonly string[] {
    const { cache } = this.#dependencies;
    return cache.keys().filter((key) => cache.sizeOf(key) > 0);
  }

  async lookFor(keys: readonly string[]): Promise<Found> {
    const sizes = await this.#dependencies.commands.scard(keys);
    return { lookedFor: keys.length, found: sizes.filter((size) => size !== 0).length };
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
      this.#tell(cause);
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

  /** A Redis out of reach is told by the connection; what it refuses is told once, as it would repeat itself every second. */
  #tell(cause: unknown): void {
    const { logger } = this.#dependencies;
    if (!(cause instanceof RedisError) || cause.kind !== 'refused') {
      logger.debug(`Blocklists could not be read: ${String(cause)}`);
      return;
    }
    // The rest of it may name another key each time.
    const [code = ''] = cause.message.split(' ', 1);
    if (this.#toldCode !== code)
      logger.warn(`Redis refuses what keeps blocklists up to date: ${cause.message}`);
    this.#toldCode = code;
  }

  /** @returns milliseconds until the next list may be read again; undefined where nothing is left to read */
  async #readEverythingDue(): Promise<number | undefined> {
    for (;;) {
      if (this.#closed) return undefined;
      if (this.#readAll) {
        await this.#readAllLists();
        continue;
      }
      // Another process could have lost them: first all is looked at.
      if (!this.#losses.isConfirmed) return RETRY_MS;
      const due = this.#due.now();
      if (due.length === 0) return this.#due.shortestRest();
      await this.#lists.read(due);
    }
  }

  async #readAllLists(): Promise<void> {
    this.#readAll = false;
    this.#due.clear();
    try {
      await this.#losses.confirm(this);
      await this.#lists.read(await this.#readableKeys());
    } catch (cause) {
      this.#readAll = true;
      throw cause;
    }
    this.#toldCode = '';
    if (!this.#readAllAskedAgain()) this.#dependencies.cache.markComplete();
  }

  /** Apart, since the compiler cannot know that `readAll()` may have been called meanwhile. */
  #readAllAskedAgain(): boolean {
    return this.#readAll;
  }

  /** All lists but those that are lost. One of these that is there was written, whether that was told or not. */
  async #readableKeys(): Promise<string[]> {
    const { cache, commands } = this.#dependencies;
    const lost = this.#losses.lostKeys;
    const sizes = lost.length === 0 ? [] : await commands.scard(lost);
    this.readKeys(lost.filter((_, index) => sizes[index] !== 0));
    for (const key of this.#losses.lostKeys) cache.keepLastKnown(key);
    const all = await this.#allKeys();
    return this.#losses.lostCount === 0 ? all : all.filter((key) => !this.#losses.isLost(key));
  }

  async #allKeys(): Promise<string[]> {
    const { cache, commands, keys } = this.#dependencies;
    const all = new Set([keys.blocklistGlobal, ...(await commands.keysStartingWith(keys.blocklistClients))]);
    for (const key of cache.keys()) all.add(key);
    return [...all];
  }
}
