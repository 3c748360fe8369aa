import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { CancelTimer, Timers } from '../timers.ts';
import type { BlocklistCache } from './blocklist-cache.ts';
import { LostLists } from './lost-lists.ts';
import { ReadingRests } from './reading-rests.ts';
import type { RedisCommands } from './redis-commands.ts';
import { RedisError } from './redis-error.ts';
import type { RedisKeys } from './redis-keys.ts';
import { ServerIdentity } from './server-identity.ts';

/** What of Redis blocklists need. */
export type BlocklistCommands = Pick<
  RedisCommands,
  'smembers' | 'smismember' | 'scard' | 'keysStartingWith' | 'runId'
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

/** Lists read at the same time: enough to fill the round trips, few enough not to crowd out checks. */
const READS_IN_FLIGHT = 32;

/** After a failure of Redis, reading is tried again after this many milliseconds, or at once when the change feed is back. */
const RETRY_MS = 1000;

/** What `scard` says of a key that holds no set. */
const WRONG_TYPE = -1;

/**
 * Keeps the cache what Redis holds: reads again what is said to have changed, each list once however often it did, in the background. While it reads,
 * checks ask Redis for just their features, so nothing waits for it.
 */
export class BlocklistReader {
  readonly #dependencies: BlocklistReaderDependencies;
  readonly #changed = new Set<string>();
  readonly #rests = new ReadingRests();
  readonly #faulty = new Set<string>();
  readonly #identity: ServerIdentity;
  readonly #lost: LostLists;
  #wasCut = true;
  #readAll = false;
  #running = false;
  #closed = false;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: BlocklistReaderDependencies) {
    this.#dependencies = dependencies;
    const { commands, logger, timers } = dependencies;
    this.#identity = new ServerIdentity(commands);
    this.#lost = new LostLists({
      timers,
      logger,
      over: () => {
        this.readAll();
      },
    });
  }

  /** Whether Redis can be asked for this list: it is known who answers, and that the list did not vanish with an earlier process. */
  canAsk(key: string): boolean {
    return this.#identity.isConfirmed && !this.#lost.has(key);
  }

  /** The connection was lost: nothing in memory is sure any more, nor who answers next. */
  doubt(): void {
    this.#wasCut = true;
    this.#lost.noteCut();
    this.#dependencies.cache.markAllStale();
    this.#identity.doubt();
  }

  /** These lists were written. */
  readKeys(keys: readonly string[]): void {
    this.#lost.noteChanges(keys);
    this.#readAgain(keys);
  }

  #readAgain(keys: readonly string[]): void {
    for (const key of keys) {
      this.#dependencies.cache.markStale(key);
      this.#changed.add(key);
    }
    this.#wake();
  }

  readAll(): void {
    // Said on a connection that was not lost, it was flushed, and somebody wanted that.
    if (!this.#wasCut) this.#lost.forget();
    this.#wasCut = false;
    this.#dependencies.cache.markAllStale();
    this.#readAll = true;
    this.#wake();
  }

  /** Repairs what the change feed missed: reads the lists whose size is not the one known, and no others. */
  async compareSizes(): Promise<void> {
    const { cache, commands } = this.#dependencies;
    if (this.#closed) return;
    // Where nobody tells of changes, checks ask Redis, as soon as it is known who that is.
    if (!this.#identity.isConfirmed && !this.#running) await this.#lookForLoss();
    if (!cache.upToDate) return;
    const keys = (await this.#allKeys()).filter((key) => !this.#lost.has(key));
    const sizes = await commands.scard(keys);
    this.#readAgain(
      keys.filter((key, index) => sizes[index] !== (this.#faulty.has(key) ? WRONG_TYPE : cache.sizeOf(key))),
    );
  }

  close(): void {
    this.#closed = true;
    this.#lost.forget();
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
      // Another process could have lost them: first all is looked at.
      if (!this.#identity.isConfirmed) return RETRY_MS;
      const due = this.#due();
      if (due.length === 0) return this.#shortestRest();
      await this.#readLists(due);
    }
  }

  async #readAllLists(): Promise<void> {
    this.#readAll = false;
    this.#changed.clear();
    try {
      if (!this.#identity.isConfirmed) await this.#lookForLoss();
      await this.#readLists((await this.#allKeys()).filter((key) => !this.#lost.has(key)));
    } catch (cause) {
      this.#readAll = true;
      throw cause;
    }
    if (!this.#readAllAskedAgain()) this.#dependencies.cache.markComplete();
  }

  /** Another process that holds none of the lists that were known has lost them: a deletion leaves the process behind. */
  async #lookForLoss(): Promise<void> {
    const { cache, commands } = this.#dependencies;
    await this.#identity.confirm(async (isAnother) => {
      if (!isAnother) return;
      const known = cache.keys().filter((key) => cache.sizeOf(key) > 0 && !this.#lost.wasWritten(key));
      const sizes = await commands.scard(known);
      this.#lost.forget();
      if (known.length === 0 || sizes.some((size) => size !== 0)) return;
      for (const key of known) cache.keepLastKnown(key);
      this.#lost.keep(known);
    });
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
      if (features.size > 0) this.#lost.noteRefill();
      // Changed again while it was read: it stays stale and is read once more.
      if (!this.#changed.has(key)) cache.store(key, features);
    } catch (cause) {
      if (!(cause instanceof RedisError && cause.kind === 'wrong-type')) {
        this.#changed.add(key);
        throw cause;
      }
      this.#leaveOut(key);
    }
    this.#rests.noteReading(key, startedAt, clock.monotonicMs());
  }

  #leaveOut(key: string): void {
    if (!this.#faulty.has(key))
      this.#dependencies.logger.warn(`Redis key ${key} is not a set, so it is left out`);
    this.#faulty.add(key);
    this.#dependencies.cache.keepLastKnown(key);
  }

  #due(): string[] {
    const now = this.#dependencies.clock.monotonicMs();
    return [...this.#changed].filter((key) => this.#rests.isOver(key, now));
  }

  #shortestRest(): number | undefined {
    return this.#rests.shortest([...this.#changed], this.#dependencies.clock.monotonicMs());
  }
}
