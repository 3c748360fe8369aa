import { randomBytes } from 'node:crypto';
import { NO_FEATURES } from '../../../shared/feature-control/blocked-features.ts';
import type { FeatureSet } from '../../../shared/feature-control/blocked-features.ts';
import { NO_TIMED_FEATURES } from '../../../shared/feature-control/timed-features.ts';
import type { TimedFeatures } from '../../../shared/feature-control/timed-features.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { BlockingLists, ListBody, ListDelta, ListSummary } from '../../../shared/rest/console.ts';
import type { EventStreams } from './event-streams.ts';

export interface ListsDependencies {
  readonly sets: Mirrored<FeatureSet>;
  readonly timedSets: Mirrored<TimedFeatures>;
  readonly keys: RedisKeys;
  readonly streams: EventStreams;
}

/** A version of a list. */
interface Contents {
  readonly version: string;
  readonly features: FeatureSet;
  readonly until: TimedFeatures;
}

/** The format of a list's name, which is the end of its key. */
const LIST_NAME = /^(?:global|(?:client|server):[\s\S]{1,128})$/u;
/** If more lists change at the same time, one event makes the consoles reload all of them. */
const MAX_EVENTS = 50;
/** Maximum size of a delta; beyond that, consoles load the whole list. */
const MAX_CHANGES = 500;
const GLOBAL = 'global';

/** All blocklists, from memory, and events about their changes. */
export class Lists {
  readonly #dependencies: ListsDependencies;
  /** Distinguishes the versions of this process from those of others. */
  readonly #instanceId = randomBytes(6).toString('hex');
  /** A number for each value of the mirror. */
  readonly #numbers = new WeakMap<FeatureSet | TimedFeatures, number>();
  #latestNumber = 0;
  /** The contents that the latest event was about, by list. */
  readonly #published = new Map<string, Contents>();
  #isPublished = false;

  constructor(dependencies: ListsDependencies) {
    const { keys, sets, timedSets } = dependencies;
    this.#dependencies = dependencies;
    sets.listen({
      changed: (changed) => {
        this.#publish(changed);
      },
    });
    timedSets.listen({
      changed: (changed) => {
        this.#publish([...changed].map((key) => keys.blocklistOfTimed(key)));
      },
    });
  }

  /** Whether all lists were read at least once. */
  get isLoaded(): boolean {
    return this.#dependencies.sets.isLoaded && this.#dependencies.timedSets.isLoaded;
  }

  /** Returns all lists: the global list first, then the others in code unit order. */
  all(): readonly ListSummary[] {
    const others = [...this.#names()].filter((list) => list !== GLOBAL).sort();
    return [GLOBAL, ...others].map((list) => this.#summaryOf(list));
  }

  /** Returns a list, which is empty if it does not exist; undefined if no list can have this name. */
  find(list: string): ListBody | undefined {
    if (!LIST_NAME.test(list)) return undefined;
    const { version, features, until } = this.#contentsOf(list);
    return { list, version, features: [...features], until: Object.fromEntries(until) };
  }

  /** Returns the permanent blocks of a list, in code unit order. */
  featuresOf(list: string): readonly string[] {
    return [...this.#contentsOf(list).features].sort();
  }

  /** Returns the lists that contain a feature. */
  blocking(feature: string): BlockingLists['lists'] {
    return this.all().flatMap(({ list }) => {
      const { features, until } = this.#contentsOf(list);
      const permanent = features.has(feature);
      const untilMs = until.get(feature);
      return permanent || untilMs !== undefined ? [{ list, permanent, until: untilMs }] : [];
    });
  }

  #names(): ReadonlySet<string> {
    const { keys, sets, timedSets } = this.#dependencies;
    const ofTimed = [...timedSets.keys()].map((key) => keys.blocklistOfTimed(key));
    const names = [...sets.keys(), ...ofTimed].map((key) => this.#nameOf(key));
    return new Set(names.filter((name) => LIST_NAME.test(name)));
  }

  #nameOf(key: string): string {
    return key.slice(this.#dependencies.keys.blocklists.length);
  }

  #contentsOf(list: string): Contents {
    const { keys, sets, timedSets } = this.#dependencies;
    const key = keys.blocklists + list;
    return this.#versionOf(sets.get(key), timedSets.get(keys.timedOfBlocklist(key)));
  }

  #versionOf(features: FeatureSet = NO_FEATURES, until: TimedFeatures = NO_TIMED_FEATURES): Contents {
    return {
      version: `${this.#instanceId}-${this.#numberOf(features)}-${this.#numberOf(until)}`,
      features,
      until,
    };
  }

  /** The mirror keeps a value until it changes. */
  #numberOf(value: FeatureSet | TimedFeatures): number {
    const number = this.#numbers.get(value) ?? (this.#latestNumber += 1);
    this.#numbers.set(value, number);
    return number;
  }

  #summaryOf(list: string): ListSummary {
    const { features, until } = this.#contentsOf(list);
    return { list, size: features.size, timed: until.size };
  }

  /** @param changed keys of the sets of lists */
  #publish(changed: Iterable<string>): void {
    if (!this.isLoaded) return;
    const lists = [...changed].map((key) => this.#nameOf(key)).filter((name) => LIST_NAME.test(name));
    if (!this.#isPublished || lists.length > MAX_EVENTS) {
      // Consoles that have read a part of the lists before must read all of them.
      this.#isPublished = true;
      for (const list of this.#names()) this.#published.set(list, this.#contentsOf(list));
      this.#dependencies.streams.publish('lists', {}, 'blocklists:read');
    } else for (const list of lists) this.#publishList(list);
  }

  #publishList(list: string): void {
    const after = this.#contentsOf(list);
    const delta = deltaOf(this.#published.get(list) ?? this.#versionOf(), after);
    this.#published.set(list, after);
    this.#dependencies.streams.publish('list', { ...this.#summaryOf(list), ...delta }, 'blocklists:read');
  }
}

/** Returns the delta between two versions; undefined if it is too large. */
function deltaOf(before: Contents, after: Contents): ListDelta | undefined {
  const added = [...after.features].filter((name) => !before.features.has(name));
  const removed = [...before.features].filter((name) => !after.features.has(name));
  const changed = [...after.until].filter(([feature, ms]) => before.until.get(feature) !== ms);
  const ended = [...before.until.keys()].filter((feature) => !after.until.has(feature));
  if (added.length + removed.length + changed.length + ended.length > MAX_CHANGES) return undefined;
  const until = Object.fromEntries([...changed, ...ended.map((feature) => [feature, null] as const)]);
  return { from: before.version, to: after.version, added, removed, until };
}
