import type { Blocklists } from '../../feature-control/blocked-features.ts';
import type { BlocklistStore } from '../../feature-control/blocklist-store.ts';
import { NO_FEATURES } from '../../feature-control/feature-set.ts';
import type { FeatureSet } from '../../feature-control/feature-set.ts';
import { ListsByClient } from '../../feature-control/lists-by-client.ts';
import type { CancelTimer } from '../../timers.ts';
import { BlocklistCache } from './blocklist-cache.ts';
import type { BlocklistCacheSummary } from './blocklist-cache.ts';
import { BlocklistReader } from './blocklist-reader.ts';
import type { BlocklistReaderDependencies } from './blocklist-reader.ts';
import type { ChangeFeed, Subscription } from '../changes/change-feed.ts';

export interface RedisBlocklistStoreDependencies extends Omit<BlocklistReaderDependencies, 'cache'> {
  readonly changeFeed: ChangeFeed;
  /** How often missed changes are looked for, in milliseconds. */
  readonly resyncMs: number;
}

export interface BlocklistSummary extends BlocklistCacheSummary {
  /** Of the lists' features those in the global one. */
  readonly globalFeatures: number;
}

/**
 * Blocklists in memory, kept what Redis holds. A list that is known to have changed and is not yet read again is not waited for: Redis is asked for just
 * the features of the request, so an edit shows at once, however long the list.
 */
export class RedisBlocklistStore implements BlocklistStore {
  readonly #dependencies: RedisBlocklistStoreDependencies;
  readonly #cache = new BlocklistCache(() => {
    this.#byClient.changed();
  });
  readonly #byClient = new ListsByClient((client) => this.#fresh(client));
  readonly #reader: BlocklistReader;
  #subscription: Subscription | undefined;
  #cancelResync: CancelTimer = () => undefined;

  constructor(dependencies: RedisBlocklistStoreDependencies) {
    this.#dependencies = dependencies;
    this.#reader = new BlocklistReader({ ...dependencies, cache: this.#cache });
  }

  /** Begins to listen and to read. Returns at once, whether Redis is there or not. */
  start(): void {
    const { changeFeed, keys } = this.#dependencies;
    this.#subscription = changeFeed.subscribe([keys.blocklists], {
      keysChanged: (changed) => {
        this.#reader.readKeys(changed);
      },
      anythingMayHaveChanged: () => {
        this.#reader.readAll();
      },
      lost: () => {
        this.#reader.doubt();
      },
    });
    this.#scheduleResync();
  }

  close(): void {
    this.#cancelResync();
    this.#subscription?.close();
    this.#subscription = undefined;
    this.#reader.close();
  }

  lookUp(
    client: string,
    features: readonly string[],
  ): Blocklists | undefined | Promise<Blocklists | undefined> {
    return this.#byClient.of(client) ?? this.#ask(client, features);
  }

  summary(): BlocklistSummary {
    const globalFeatures = this.#cache.sizeOf(this.#dependencies.keys.blocklistGlobal);
    return { ...this.#cache.summary(), globalFeatures };
  }

  /** At most `most` clients that have a list of their own and begin with `prefix`, as far as memory knows. */
  clientsStartingWith(prefix: string, most: number): string[] {
    const { blocklistClients } = this.#dependencies.keys;
    const found: string[] = [];
    for (const key of this.#cache.keys()) {
      if (found.length >= most) break;
      if (key.startsWith(blocklistClients + prefix) && this.#cache.sizeOf(key) > 0)
        found.push(key.slice(blocklistClients.length));
    }
    return found;
  }

  /** @returns undefined where memory cannot say what Redis holds */
  #fresh(client: string): Blocklists | undefined {
    const { keys } = this.#dependencies;
    const global = this.#cache.fresh(keys.blocklistGlobal);
    const personal = this.#cache.fresh(keys.blocklistOf(client));
    return global === undefined || personal === undefined ? undefined : { global, personal };
  }

  async #ask(client: string, features: readonly string[]): Promise<Blocklists | undefined> {
    const { keys } = this.#dependencies;
    const [global, personal] = await Promise.all([
      this.#among(keys.blocklistGlobal, features),
      this.#among(keys.blocklistOf(client), features),
    ]);
    return global === undefined || personal === undefined ? undefined : { global, personal };
  }

  /** @returns a list that is right for `features`; as last known where Redis cannot be asked, undefined where it never was known (G18) */
  async #among(key: string, features: readonly string[]): Promise<FeatureSet | undefined> {
    const fresh = this.#cache.fresh(key);
    if (fresh !== undefined) return fresh;
    const storable = isStorable(key) ? features.filter(isStorable) : [];
    if (storable.length === 0) return NO_FEATURES;
    const lastKnown = this.#reader.canAsk(key) ? undefined : this.#cache.lastKnown(key);
    if (lastKnown !== undefined) return lastKnown;
    try {
      const blocked = await this.#dependencies.commands.smismember(key, storable);
      return new Set(storable.filter((_, index) => blocked[index]));
    } catch {
      // Told by the connection already, and again for every check if it were logged here.
      return this.#cache.lastKnown(key);
    }
  }

  #scheduleResync(): void {
    const { resyncMs, timers } = this.#dependencies;
    this.#cancelResync = timers.after(resyncMs, () => {
      void this.#reader.compareSizes().finally(() => {
        if (this.#subscription !== undefined) this.#scheduleResync();
      });
    });
  }
}

/** A lone surrogate has no form in UTF-8: on its way to Redis it would turn into a character that another name may have (G39). */
function isStorable(name: string): boolean {
  return name.isWellFormed();
}
