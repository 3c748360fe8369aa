import { NO_FEATURES } from '../../../feature-control/blocked-features.ts';
import type { FeatureSet } from '../../../feature-control/blocked-features.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { ListedFeature } from '../../../feature-control/explain-feature.ts';
import { blockedAt, nextEndMs, NO_TIMED_FEATURES, unite } from '../../../feature-control/timed-features.ts';
import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import type { Mirrored } from '../../mirror/mirrored.ts';
import type { RedisClock } from '../../redis-clock.ts';
import type { RedisKeys } from '../../redis-keys.ts';

interface CombinedBlocklistsDependencies {
  readonly lists: Mirrored<FeatureSet>;
  /** Undefined if game servers have no lists. */
  readonly ofServers: Mirrored<FeatureSet> | undefined;
  readonly timed: Mirrored<TimedFeatures>;
  readonly clock: Pick<RedisClock, 'epochMs'>;
  readonly keys: RedisKeys;
}

/** Maximum number of servers whose union is cached: some networks register a new name for each match. */
const MAX_UNIONS = 256;

/** Sizes of the lists. */
export interface BlocklistSizes {
  /** Number of keys with a list, including the global one and timed lists. */
  readonly lists: number;
  /** Total number of features in all lists. */
  readonly features: number;
  /**
   * The features of these that are in the global list, in lists of game servers, and in timed lists (where
   * some blocks may have ended).
   */
  readonly globalFeatures: number;
  readonly serverFeatures: number;
  readonly timedFeatures: number;
}

/** The two parts of a list. */
export interface BlocklistContents {
  /** The features that are blocked without an end. */
  readonly features: FeatureSet;
  readonly timed: TimedFeatures;
}

/** A list with its timed blocks. */
interface Combined extends BlocklistContents {
  readonly whole: FeatureSet;
  /** When the next timed block ends, in milliseconds since the epoch by Redis's clock. */
  readonly endsMs: number;
}

interface Union {
  readonly one: FeatureSet;
  readonly other: FeatureSet;
  readonly both: FeatureSet;
}

/**
 * The blocklists in memory by the keys of their sets, each combined with its timed blocks. A list without
 * timed blocks is the mirrored set itself. A combined list stays the same object until one of its parts
 * changes or a block ends.
 */
export class CombinedBlocklists {
  readonly #dependencies: CombinedBlocklistsDependencies;
  readonly #combined = new Map<string, Combined>();
  readonly #unions = new Map<string, Union>();

  constructor(dependencies: CombinedBlocklistsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the list was read, or does not exist. */
  isKnown(key: string): boolean {
    const { keys, timed } = this.#dependencies;
    return this.#setsOf(key).isKnown(key) && timed.isKnown(keys.timedOfBlocklist(key));
  }

  /** The features that the list blocks now; empty if it does not exist. */
  get(key: string): FeatureSet {
    const { timed } = this.#dependencies;
    const contents = timed.size === 0 ? undefined : this.contents(key);
    if (contents !== undefined && contents.timed.size > 0) return this.#combine(key, contents);
    if (this.#combined.size > 0) this.#combined.delete(key);
    return this.#setsOf(key).get(key) ?? NO_FEATURES;
  }

  /** The global list merged with that of a server. */
  getAt(server: string): FeatureSet {
    const { keys } = this.#dependencies;
    return this.#unite(server, this.get(keys.blocklistGlobal), this.get(keys.blocklistOfServer(server)));
  }

  /** The parts of a list, each empty if it does not exist. Some of the timed blocks may have ended. */
  contents(key: string): BlocklistContents {
    const { keys, timed } = this.#dependencies;
    return {
      features: this.#setsOf(key).get(key) ?? NO_FEATURES,
      timed: timed.get(keys.timedOfBlocklist(key)) ?? NO_TIMED_FEATURES,
    };
  }

  /** The same of the parts that Redis has lost and whose last known values are kept (ADR 12). */
  lostContents(key: string): BlocklistContents {
    const { keys, timed } = this.#dependencies;
    const contents = this.contents(key);
    return {
      features: this.#setsOf(key).isLost(key) ? contents.features : NO_FEATURES,
      timed: timed.isLost(keys.timedOfBlocklist(key)) ? contents.timed : NO_TIMED_FEATURES,
    };
  }

  /** Must be called when the clock of Redis differs from the previous measurement. */
  clockChanged(): void {
    this.#combined.clear();
  }

  /** Whether the server has a list, or it is not known. */
  mayHaveList(server: string): boolean {
    const { keys, ofServers } = this.#dependencies;
    const key = keys.blocklistOfServer(server);
    return ofServers !== undefined && (!this.isKnown(key) || this.get(key).size > 0);
  }

  /**
   * Returns the entries of a feature in this list.
   * @param applies whether the list applies to the player
   */
  explain(list: BlocklistName, feature: string, applies: boolean): ListedFeature<BlocklistName> {
    const { features, timed } = this.contents(this.#dependencies.keys.blocklistKey(list));
    return { list, isInSet: features.has(feature), untilMs: timed.get(feature), applies };
  }

  /** The game servers with lists, including those with timed blocks only; none if servers have no lists. */
  servers(): readonly string[] {
    const { ofServers } = this.#dependencies;
    const { blocklistServers } = this.#dependencies.keys;
    if (ofServers === undefined) return [];
    return this.keysStartingWith(blocklistServers, Infinity).map((key) => key.slice(blocklistServers.length));
  }

  /**
   * Returns at most `max` keys of lists that start with the prefix, including those with timed blocks only.
   */
  keysStartingWith(prefix: string, max: number): readonly string[] {
    const { keys, lists, ofServers, timed } = this.#dependencies;
    const found = new Set<string>();
    const add = (key: string): boolean => {
      if (found.size < max && key.startsWith(prefix)) found.add(key);
      return found.size < max;
    };
    for (const sets of [lists, ofServers]) for (const key of sets?.keys() ?? []) if (!add(key)) break;
    for (const key of timed.keys()) if (!add(keys.blocklistOfTimed(key))) break;
    return [...found];
  }

  sizes(): BlocklistSizes {
    const { keys, lists, ofServers, timed } = this.#dependencies;
    const count = (some: Iterable<readonly [string, { readonly size: number }]>): number => {
      let features = 0;
      for (const [, { size }] of some) features += size;
      return features;
    };
    const isOfServer = (key: string): boolean => keys.blocklistOfTimed(key).startsWith(keys.blocklistServers);
    const timedLists = [...timed.entries()].filter(([key]) => ofServers !== undefined || !isOfServer(key));
    const timedFeatures = count(timedLists);
    const inServerSets = ofServers === undefined ? 0 : count(ofServers.entries());
    const timedGlobal = timed.get(keys.timedOfBlocklist(keys.blocklistGlobal))?.size ?? 0;
    return {
      lists: lists.size + (ofServers?.size ?? 0) + timedLists.length,
      features: count(lists.entries()) + inServerSets + timedFeatures,
      globalFeatures: (lists.get(keys.blocklistGlobal)?.size ?? 0) + timedGlobal,
      serverFeatures: inServerSets + count(timedLists.filter(([key]) => isOfServer(key))),
      timedFeatures,
    };
  }

  /** The mirrored values that contain this key: those of servers, or all others. */
  #setsOf(key: string): Mirrored<FeatureSet> {
    const { keys, lists, ofServers } = this.#dependencies;
    return ofServers !== undefined && key.startsWith(keys.blocklistServers) ? ofServers : lists;
  }

  #combine(key: string, { features, timed }: BlocklistContents): FeatureSet {
    const nowMs = this.#dependencies.clock.epochMs();
    const known = this.#combined.get(key);
    if (known?.features === features && known.timed === timed && nowMs < known.endsMs) return known.whole;
    const whole = unite(features, new Set(blockedAt(timed, nowMs)));
    this.#combined.set(key, { features, timed, whole, endsMs: nextEndMs(timed, nowMs) });
    return whole;
  }

  #unite(server: string, one: FeatureSet, other: FeatureSet): FeatureSet {
    if (other.size === 0) return one;
    const known = this.#unions.get(server);
    if (known?.one === one && known.other === other) return known.both;
    const both = unite(one, other);
    if (this.#unions.size >= MAX_UNIONS) this.#unions.clear();
    this.#unions.set(server, { one, other, both });
    return both;
  }
}
