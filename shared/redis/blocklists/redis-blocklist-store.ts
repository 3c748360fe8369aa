import type { Blocklists, FeatureSet } from '../../feature-control/blocked-features.ts';
import type { BlocklistStore } from '../../feature-control/blocklist-store.ts';
import { NO_FEATURES } from '../../feature-control/blocked-features.ts';
import { ListsByClient } from '../../feature-control/lists-by-client.ts';
import { Mirror } from '../mirror/mirror.ts';
import type { MirrorCommands } from '../mirror/key-reading.ts';
import type { MirrorDependencies, MirrorState } from '../mirror/mirror.ts';
import type { Mirrored } from '../mirror/mirrored.ts';
import type { RedisCommands } from '../redis-commands.ts';
import type { RedisKeys } from '../redis-keys.ts';
import { blocklistKind } from './blocklist-kind.ts';

/** What of Redis blocklists need. */
export type BlocklistCommands = MirrorCommands & Pick<RedisCommands, 'smembers' | 'smismember' | 'scard'>;

export interface RedisBlocklistStoreDependencies extends Pick<
  MirrorDependencies,
  'changeFeed' | 'clock' | 'timers' | 'logger' | 'revalidateMs'
> {
  readonly commands: BlocklistCommands;
  readonly keys: RedisKeys;
  /** Called with the keys of lists that are different, new or gone in memory. */
  readonly changed?: (keys: ReadonlySet<string>) => void;
}

/** Sizes and state of the lists in memory, for an operator's eyes. */
export interface BlocklistSummary {
  /** Keys with a list, the global one included. */
  readonly lists: number;
  /** Features over all lists. */
  readonly features: number;
  /** Of the lists' features those in the global one. */
  readonly globalFeatures: number;
  /** Lists that Redis has lost, and whose last known value is kept. */
  readonly keptLists: number;
  /** Whether every list was read at least once. */
  readonly complete: boolean;
  /** Whether what is in memory is known to be what Redis holds. */
  readonly upToDate: boolean;
}

/**
 * Blocklists in memory, kept what Redis holds by a {@link Mirror}. A list that is known to have changed and
 * is not yet read again is not waited for: Redis is asked for just the features of the request, so an edit
 * shows at once, however long the list.
 */
export class RedisBlocklistStore implements BlocklistStore {
  readonly #dependencies: RedisBlocklistStoreDependencies;
  readonly #mirror: Mirror;
  readonly #lists: Mirrored<FeatureSet>;
  readonly #byClient = new ListsByClient((client) => this.#fresh(client));

  constructor(dependencies: RedisBlocklistStoreDependencies) {
    const { commands, keys } = dependencies;
    this.#dependencies = dependencies;
    this.#mirror = new Mirror({ ...dependencies, what: 'blocklists' });
    this.#lists = this.#mirror.add(blocklistKind(commands, keys));
    this.#lists.listen({
      changed: (keys) => dependencies.changed?.(keys),
      touched: () => {
        this.#byClient.changed();
      },
    });
  }

  /**
   * Takes over what another store of the same Redis holds, before `start()`: a reload of the settings forgets
   * nothing.
   */
  adopt(other: RedisBlocklistStore): void {
    this.#mirror.adopt(other.#mirror);
  }

  /**
   * Features of a list that Redis has lost, and that stay blocked; 0 where it has not.
   * @param client undefined for the global list
   */
  keptFeatures(client: string | undefined): number {
    const { keys } = this.#dependencies;
    const key = client === undefined ? keys.blocklistGlobal : keys.blocklistOf(client);
    return this.#lists.isKept(key) ? (this.#lists.get(key)?.size ?? 0) : 0;
  }

  /** Begins to listen and to read. Returns at once, whether Redis is there or not. */
  start(): void {
    this.#mirror.start();
  }

  close(): void {
    this.#mirror.close();
  }

  /** Fulfilled when every list has been read once. */
  get loaded(): Promise<void> {
    return this.#lists.loaded;
  }

  /**
   * When memory was last known to be what Redis holds, on the monotonic clock; undefined before the first
   * time.
   */
  get verifiedAtMs(): number | undefined {
    return this.#lists.verifiedAtMs;
  }

  lookUp(
    client: string,
    features: readonly string[],
  ): Blocklists | undefined | Promise<Blocklists | undefined> {
    return this.#byClient.of(client) ?? this.#ask(client, features);
  }

  /** A list as it was last read; empty where there is none. @param client undefined for the global list */
  lastRead(client: string | undefined): FeatureSet {
    const { keys } = this.#dependencies;
    return (
      this.#lists.get(client === undefined ? keys.blocklistGlobal : keys.blocklistOf(client)) ?? NO_FEATURES
    );
  }

  /** How memory keeps up with Redis. */
  mirrorState(): MirrorState {
    return this.#mirror.state();
  }

  summary(): BlocklistSummary {
    let features = 0;
    for (const [, list] of this.#lists.entries()) features += list.size;
    return {
      lists: this.#lists.size,
      features,
      globalFeatures: this.#lists.get(this.#dependencies.keys.blocklistGlobal)?.size ?? 0,
      keptLists: this.#mirror.lostCount,
      complete: this.#lists.isLoaded,
      upToDate: this.#lists.isUpToDate,
    };
  }

  /** The lists that are in these keys. */
  *namesOf(keys: Iterable<string>): IterableIterator<string | undefined> {
    const { blocklistGlobal, blocklistClients } = this.#dependencies.keys;
    for (const key of keys) yield key === blocklistGlobal ? undefined : key.slice(blocklistClients.length);
  }

  /** At most `most` clients that have a list of their own and begin with `prefix`, as far as memory knows. */
  clientsStartingWith(prefix: string, most: number): string[] {
    const { blocklistClients } = this.#dependencies.keys;
    const found: string[] = [];
    for (const key of this.#lists.keys()) {
      if (found.length >= most) break;
      if (key.startsWith(blocklistClients + prefix)) found.push(key.slice(blocklistClients.length));
    }
    return found;
  }

  /** @returns undefined where memory cannot say what Redis holds */
  #fresh(client: string): Blocklists | undefined {
    const { keys } = this.#dependencies;
    const global = this.#freshList(keys.blocklistGlobal);
    const personal = this.#freshList(keys.blocklistOf(client));
    return global === undefined || personal === undefined ? undefined : { global, personal };
  }

  #freshList(key: string): FeatureSet | undefined {
    return this.#lists.freshness(key) === 'fresh' ? (this.#lists.get(key) ?? NO_FEATURES) : undefined;
  }

  /** @returns the list as it was last read; undefined where it never was */
  #lastKnown(key: string): FeatureSet | undefined {
    return this.#lists.get(key) ?? (this.#lists.freshness(key) === 'unknown' ? undefined : NO_FEATURES);
  }

  async #ask(client: string, features: readonly string[]): Promise<Blocklists | undefined> {
    const { keys } = this.#dependencies;
    const [global, personal] = await Promise.all([
      this.#among(keys.blocklistGlobal, features),
      this.#among(keys.blocklistOf(client), features),
    ]);
    return global === undefined || personal === undefined ? undefined : { global, personal };
  }

  /**
   * @returns a list that is right for `features`; the last known one where Redis is unreachable, undefined
   * where it never was known (G18)
   */
  async #among(key: string, features: readonly string[]): Promise<FeatureSet | undefined> {
    const fresh = this.#freshList(key);
    if (fresh !== undefined) return fresh;
    const storable = isStorable(key) ? features.filter(isStorable) : [];
    if (storable.length === 0) return NO_FEATURES;
    const lastKnown = this.#lists.canAsk(key) ? undefined : this.#lastKnown(key);
    if (lastKnown !== undefined) return lastKnown;
    try {
      const blocked = await this.#dependencies.commands.smismember(key, storable);
      return new Set(storable.filter((_, index) => blocked[index]));
    } catch {
      // Logged by the connection already, and again for every check if it were logged here.
      return this.#lastKnown(key);
    }
  }
}

/**
 * A lone surrogate has no form in UTF-8: on its way to Redis it would turn into a character that another name
 * may have (G39).
 */
function isStorable(name: string): boolean {
  return name.isWellFormed();
}
