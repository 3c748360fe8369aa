import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { CancelTimer, Timers } from '../timers.ts';
import type { BlocklistCache } from './blocklist-cache.ts';
import { DueLists } from './due-lists.ts';
import { ListReading } from './list-reading.ts';
import { LostLists } from './lost-lists.ts';
import type { RedisCommands } from './redis-commands.ts';
import type { RedisKeys } from './redis-keys.ts';
import { ServerIdentity } from './server-identity.ts';
import type { ProcessCommands } from './serving-processes.ts';

/** What of Redis blocklists need. */
export type BlocklistCommands = Pick<
  RedisCommands,
  'smembers' | 'smismember' | 'scard' | 'keysStartingWith'
> &
  ProcessCommands;

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
export class BlocklistReader {
  readonly #dependencies: BlocklistReaderDependencies;
  readonly #due: DueLists;
  readonly #lists: ListReading;
  readonly #identity: ServerIdentity;
  readonly #lost: LostLists;
  #wasCut = true;
  #readAll = false;
  #running = false;
  #closed = false;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: BlocklistReaderDependencies) {
    this.#dependencies = dependencies;
    const { cache, clock, commands, logger, timers } = dependencies;
    this.#due = new DueLists(clock);
    const refilled = (): void => {
      this.#lost.noteRefill();
    };
    this.#lists = new ListReading({ commands, cache, logger, refilled, due: this.#due });
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
      this.#due.add(key);
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
    if (this.#closed) return;
    // Where nobody tells of changes, checks ask Redis, as soon as it is known who that is.
    if (!this.#identity.isConfirmed && !this.#running) await this.#lookForLoss();
    if (!this.#dependencies.cache.upToDate) return;
    const keys = (await this.#allKeys()).filter((key) => !this.#lost.has(key));
    this.#readAgain(await this.#lists.differing(keys));
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
      const due = this.#due.now();
      if (due.length === 0) return this.#due.shortestRest();
      await this.#lists.read(due);
    }
  }

  async #readAllLists(): Promise<void> {
    this.#readAll = false;
    this.#due.clear();
    try {
      if (!this.#identity.isConfirmed) await this.#lookForLoss();
      await this.#lists.read((await this.#allKeys()).filter((key) => !this.#lost.has(key)));
    } catch (cause) {
      this.#readAll = true;
      throw cause;
    }
    if (!this.#readAllAskedAgain()) this.#dependencies.cache.markComplete();
  }

  /** Another process that holds none of the lists that were known of it has lost them: a deletion leaves the process behind. */
  async #lookForLoss(): Promise<void> {
    const { cache, commands } = this.#dependencies;
    await this.#identity.confirm(async (another) => {
      const known = cache.keys().filter((key) => cache.sizeOf(key) > 0 && !this.#lost.wasWritten(key));
      const inDoubt = known.filter((key) => another(key) !== undefined);
      const sizes = await commands.scard(inDoubt);
      const keepers = new Set(inDoubt.filter((_, index) => sizes[index] !== 0).map(another));
      this.#lost.forget(inDoubt);
      const lost = inDoubt.filter((key) => !keepers.has(another(key)));
      if (lost.length === 0) return;
      for (const key of lost) cache.keepLastKnown(key);
      this.#lost.keep(lost);
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
}
