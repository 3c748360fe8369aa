import { NO_FEATURES } from '../../feature-control/blocked-features.ts';
import type { FeatureSet } from '../../feature-control/blocked-features.ts';
import type { ListedFeature } from '../../feature-control/explain-feature.ts';
import { TimedBlocklist, unite } from '../../feature-control/timed-features.ts';
import type { TimedFeatures } from '../../feature-control/timed-features.ts';
import type { Mirrored } from '../mirror/mirrored.ts';
import type { RedisClock } from '../redis-clock.ts';
import type { RedisKeys } from '../redis-keys.ts';

export interface MirroredBlocklistsDependencies {
  readonly lists: Mirrored<FeatureSet>;
  /** Undefined where game servers have no lists. */
  readonly ofServers: Mirrored<FeatureSet> | undefined;
  readonly timed: Mirrored<TimedFeatures>;
  readonly clock: Pick<RedisClock, 'epochMs'>;
  readonly keys: RedisKeys;
}

/** How much the lists hold. */
export interface BlocklistSizes {
  /** Keys with a list, the global one and timed ones included. */
  readonly lists: number;
  /** Features over all lists. */
  readonly features: number;
  /** Of these those for every client, for game servers, and for a time; the latter may be over by now. */
  readonly globalFeatures: number;
  readonly serverFeatures: number;
  readonly timedFeatures: number;
}

/** A list together with the timed one beside it. */
interface Combined {
  readonly list: FeatureSet;
  readonly timed: TimedFeatures;
  readonly whole: FeatureSet;
  /** When the next of the timed blocks ends, in milliseconds since the epoch by Redis's clock. */
  readonly endsMs: number;
}

interface United {
  readonly one: FeatureSet;
  readonly other: FeatureSet;
  readonly both: FeatureSet;
}

/**
 * Blocklists in memory, by the keys of their sets, each together with the timed one beside it. Of a list
 * without timed blocks it is the very set that was read. What is put together stays the same object until a
 * part of it changes, or a block ends.
 */
export class MirroredBlocklists {
  readonly #dependencies: MirroredBlocklistsDependencies;
  readonly #combined = new Map<string, Combined>();
  readonly #united = new Map<string, United>();

  constructor(dependencies: MirroredBlocklistsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Those of the set under this key, which may be that of a server. */
  setsOf(key: string): Mirrored<FeatureSet> {
    const { keys, lists, ofServers } = this.#dependencies;
    return ofServers !== undefined && key.startsWith(keys.blocklistServers) ? ofServers : lists;
  }

  /** @returns undefined where memory cannot say what Redis holds */
  fresh(key: string): FeatureSet | undefined {
    const { keys, timed } = this.#dependencies;
    if (this.setsOf(key).freshness(key) !== 'fresh') return undefined;
    return timed.freshness(keys.timedBlocklistOf(key)) === 'fresh' ? this.lastRead(key) : undefined;
  }

  /** As it was last read; empty where there is none. */
  lastRead(key: string): FeatureSet {
    const { keys, timed } = this.#dependencies;
    const list = this.setsOf(key).get(key) ?? NO_FEATURES;
    const beside = timed.size === 0 ? undefined : timed.get(keys.timedBlocklistOf(key));
    if (beside !== undefined) return this.#combine(key, list, beside);
    if (this.#combined.size > 0) this.#combined.delete(key);
    return list;
  }

  /** To be called when the clock of Redis is another than it was known to be. */
  clockChanged(): void {
    this.#combined.clear();
  }

  /** The global list and that of a server as one. @returns undefined where memory cannot say */
  freshAt(server: string): FeatureSet | undefined {
    const { keys } = this.#dependencies;
    const global = this.fresh(keys.blocklistGlobal);
    const own = this.fresh(keys.blocklistOfServer(server));
    return global === undefined || own === undefined ? undefined : this.#unite(server, global, own);
  }

  /** As {@link freshAt}, as they were last read. */
  lastReadAt(server: string): FeatureSet {
    const { keys } = this.#dependencies;
    const own = this.lastRead(keys.blocklistOfServer(server));
    return this.#unite(server, this.lastRead(keys.blocklistGlobal), own);
  }

  /** What the list holds of a feature. @param applies whether it counts for who asks */
  explain(key: string, feature: string, applies: boolean): ListedFeature<string> {
    const { keys, timed } = this.#dependencies;
    return {
      list: key.slice(keys.blocklists.length),
      isInSet: this.setsOf(key).get(key)?.has(feature) === true,
      untilMs: timed.get(keys.timedBlocklistOf(key))?.untilMs(feature),
      applies,
    };
  }

  /** Keys of the lists of game servers, timed blocks included; none where these have no lists. */
  serverKeys(): readonly string[] {
    const { keys, ofServers } = this.#dependencies;
    return ofServers === undefined ? [] : this.keysStartingWith(keys.blocklistServers, Infinity);
  }

  /** At most `most` keys of lists, timed blocks included, that begin so. */
  keysStartingWith(prefix: string, most: number): readonly string[] {
    const { keys, lists, ofServers, timed } = this.#dependencies;
    const found = new Set<string>();
    const add = (key: string): boolean => {
      if (found.size < most && key.startsWith(prefix)) found.add(key);
      return found.size < most;
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
    const besides = [...timed.entries()].filter(([key]) => ofServers !== undefined || !isOfServer(key));
    const timedFeatures = count(besides);
    const inServerSets = ofServers === undefined ? 0 : count(ofServers.entries());
    const timedGlobal = timed.get(keys.timedBlocklistOf(keys.blocklistGlobal))?.size ?? 0;
    return {
      lists: lists.size + (ofServers?.size ?? 0) + besides.length,
      features: count(lists.entries()) + inServerSets + timedFeatures,
      globalFeatures: (lists.get(keys.blocklistGlobal)?.size ?? 0) + timedGlobal,
      serverFeatures: inServerSets + count(besides.filter(([key]) => isOfServer(key))),
      timedFeatures,
    };
  }

  #combine(key: string, list: FeatureSet, timed: TimedFeatures): FeatureSet {
    const nowMs = this.#dependencies.clock.epochMs();
    const known = this.#combined.get(key);
    if (known?.list === list && known.timed === timed && nowMs < known.endsMs) return known.whole;
    const whole = new TimedBlocklist(list, timed, nowMs);
    this.#combined.set(key, { list, timed, whole, endsMs: timed.nextEndMs(nowMs) });
    return whole;
  }

  #unite(server: string, one: FeatureSet, other: FeatureSet): FeatureSet {
    if (other.size === 0) return one;
    const known = this.#united.get(server);
    if (known?.one === one && known.other === other) return known.both;
    const both = unite(one, other);
    this.#united.set(server, { one, other, both });
    return both;
  }
}
