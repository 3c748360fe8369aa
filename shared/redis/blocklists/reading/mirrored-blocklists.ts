import { NO_FEATURES } from '../../../feature-control/blocked-features.ts';
import type { FeatureSet } from '../../../feature-control/blocked-features.ts';
import { NO_TIMED_FEATURES } from '../../../feature-control/timed-features.ts';
import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { Mirrored } from '../../mirror/mirrored.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { blocklistKind } from './blocklist-kind.ts';
import type { BlocklistKindCommands } from './blocklist-kind.ts';
import { timedBlocklistKind } from './timed-blocklist-kind.ts';
import type { TimedBlocklistKindDependencies } from './timed-blocklist-kind.ts';

interface MirroredBlocklistsDependencies extends TimedBlocklistKindDependencies {
  readonly mirror: Mirror;
  readonly commands: BlocklistKindCommands & TimedBlocklistKindDependencies['commands'];
  readonly keys: RedisKeys;
  /** Whether the lists of game servers are read. */
  readonly withServers: boolean;
}

/** The two parts of a list, each empty if it does not exist. */
export interface BlocklistContents {
  /** The features that are blocked without an end. */
  readonly features: FeatureSet;
  /** Some of the timed blocks may have ended. */
  readonly timed: TimedFeatures;
}

/** The contents of a list that does not exist. */
export const NO_CONTENTS: BlocklistContents = { features: NO_FEATURES, timed: NO_TIMED_FEATURES };

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

/**
 * The blocklists in memory. In Redis a list is two keys, a set and a sorted set of its timed blocks; here it
 * is known by the key of the set alone.
 */
export class MirroredBlocklists {
  /** By the keys of the sorted sets. */
  readonly timed: Mirrored<TimedFeatures>;
  readonly #keys: RedisKeys;
  readonly #sets: Mirrored<FeatureSet>;
  readonly #setsOfServers: Mirrored<FeatureSet> | undefined;

  constructor(dependencies: MirroredBlocklistsDependencies) {
    const { commands, keys, mirror, withServers } = dependencies;
    this.#keys = keys;
    this.#sets = mirror.add(
      blocklistKind(commands, {
        name: 'blocklists',
        keys: [keys.blocklistGlobal],
        prefixes: [keys.blocklistClients],
      }),
    );
    this.#setsOfServers = withServers
      ? mirror.add(
          blocklistKind(commands, { name: 'blocklists of servers', prefixes: [keys.blocklistServers] }),
        )
      : undefined;
    this.timed = mirror.add(timedBlocklistKind(dependencies));
  }

  /** Whether every list was read at least once, except for those that cannot be read. */
  get isLoaded(): boolean {
    return this.#all().every(({ isLoaded }) => isLoaded);
  }

  /** Resolves when {@link isLoaded} becomes true; never rejects. */
  get loaded(): Promise<unknown> {
    return Promise.all(this.#all().map(({ loaded }) => loaded));
  }

  /** Number of sets. */
  get size(): number {
    return this.#sets.size + (this.#setsOfServers?.size ?? 0);
  }

  /** Adds a listener permanently. It is called with the keys of lists that were changed, added or removed. */
  listen(changed: (keys: ReadonlySet<string>) => void): void {
    this.#sets.listen(changed);
    this.#setsOfServers?.listen(changed);
    this.timed.listen((timed) => {
      changed(this.listsOfTimed(timed));
    });
  }

  /** Returns the keys of the lists with these timed blocks. */
  listsOfTimed(timed: Iterable<string>): ReadonlySet<string> {
    return new Set(Array.from(timed, (key) => this.#keys.blocklistOfTimed(key)));
  }

  /** Returns the keys of lists of which a part could not be read yet, although it was found at the start. */
  neverRead(): ReadonlySet<string> {
    const sets = [this.#sets, this.#setsOfServers].flatMap((some) => [...(some?.neverRead ?? [])]);
    return new Set([...sets, ...this.listsOfTimed(this.timed.neverRead)]);
  }

  /** Whether the list was read, or does not exist. */
  isKnown(key: string): boolean {
    return this.#setsWith(key).isKnown(key) && this.timed.isKnown(this.#keys.timedOfBlocklist(key));
  }

  contents(key: string): BlocklistContents {
    return {
      features: this.#setsWith(key).get(key) ?? NO_FEATURES,
      timed: this.timed.get(this.#keys.timedOfBlocklist(key)) ?? NO_TIMED_FEATURES,
    };
  }

  /** The parts of a list that Redis has lost and whose last known values are kept (ADR 12). */
  lostContents(key: string): BlocklistContents {
    const { features, timed } = this.contents(key);
    return {
      features: this.#setsWith(key).isLost(key) ? features : NO_FEATURES,
      timed: this.timed.isLost(this.#keys.timedOfBlocklist(key)) ? timed : NO_TIMED_FEATURES,
    };
  }

  /** Returns at most `max` keys of lists that start with the prefix; without one, all. */
  keys(prefix = '', max = Infinity): readonly string[] {
    const found = new Set<string>();
    const add = (key: string): boolean => {
      if (found.size < max && key.startsWith(prefix)) found.add(key);
      return found.size < max;
    };
    for (const sets of [this.#sets, this.#setsOfServers])
      for (const key of sets?.keys() ?? []) if (!add(key)) break;
    for (const key of this.timed.keys()) if (!add(this.#keys.blocklistOfTimed(key))) break;
    return [...found];
  }

  /** The game servers with lists; none if these are not read. */
  servers(): readonly string[] {
    if (this.#setsOfServers === undefined) return [];
    const prefix = this.#keys.blocklistServers;
    return this.keys(prefix).map((key) => key.slice(prefix.length));
  }

  sizes(): BlocklistSizes {
    const { blocklistGlobal, blocklistServers } = this.#keys;
    const count = (some: Iterable<readonly [string, { readonly size: number }]>): number => {
      let features = 0;
      for (const [, { size }] of some) features += size;
      return features;
    };
    const isOfServer = (key: string): boolean =>
      this.#keys.blocklistOfTimed(key).startsWith(blocklistServers);
    const timedLists = [...this.timed.entries()].filter(
      ([key]) => this.#setsOfServers !== undefined || !isOfServer(key),
    );
    const timedFeatures = count(timedLists);
    const inServerSets = count(this.#setsOfServers?.entries() ?? []);
    const global = this.contents(blocklistGlobal);
    return {
      lists: this.size + timedLists.length,
      features: count(this.#sets.entries()) + inServerSets + timedFeatures,
      globalFeatures: global.features.size + global.timed.size,
      serverFeatures: inServerSets + count(timedLists.filter(([key]) => isOfServer(key))),
      timedFeatures,
    };
  }

  #all(): readonly Mirrored<unknown>[] {
    return [this.#sets, ...(this.#setsOfServers === undefined ? [] : [this.#setsOfServers]), this.timed];
  }

  /** The mirrored values that contain this key. */
  #setsWith(key: string): Mirrored<FeatureSet> {
    const isOfServer = key.startsWith(this.#keys.blocklistServers);
    return (isOfServer ? this.#setsOfServers : undefined) ?? this.#sets;
  }
}
