import { randomBytes } from 'node:crypto';
import { NO_CONTENTS } from '../../../shared/redis/blocklists/reading/mirrored-blocklists.ts';
import type {
  BlocklistContents,
  MirroredBlocklists,
} from '../../../shared/redis/blocklists/reading/mirrored-blocklists.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { BlockingLists, ListBody, ListDelta, ListSummary } from '../../../shared/rest/console.ts';
import type { EventStreams } from '../console/event-streams.ts';

export interface ListsDependencies {
  readonly blocklists: MirroredBlocklists;
  readonly keys: RedisKeys;
  readonly streams: EventStreams;
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
  readonly #numbers = new WeakMap<object, number>();
  #latestNumber = 0;
  /** The contents that the latest event was about, by list. */
  readonly #published = new Map<string, BlocklistContents>();
  #isPublished = false;

  constructor(dependencies: ListsDependencies) {
    this.#dependencies = dependencies;
    dependencies.blocklists.listen((changed) => {
      this.#publish(changed);
    });
  }

  /** Whether all lists were read at least once. */
  get isLoaded(): boolean {
    return this.#dependencies.blocklists.isLoaded;
  }

  /** Returns all lists: the global list first, then the others in code unit order. */
  all(): readonly ListSummary[] {
    const others = this.#names()
      .filter((list) => list !== GLOBAL)
      .sort();
    return [GLOBAL, ...others].map((list) => this.#summaryOf(list));
  }

  /** Returns a list, which is empty if it does not exist; undefined if no list can have this name. */
  find(list: string): ListBody | undefined {
    if (!LIST_NAME.test(list)) return undefined;
    const contents = this.#contentsOf(list);
    const { features, timed } = contents;
    const version = this.#versionOf(contents);
    return { list, version, features: [...features], until: Object.fromEntries(timed) };
  }

  /** Returns the permanent blocks of a list, in code unit order. */
  featuresOf(list: string): readonly string[] {
    return [...this.#contentsOf(list).features].sort();
  }

  /** Returns the lists that contain a feature. */
  blocking(feature: string): BlockingLists['lists'] {
    return this.all().flatMap(({ list }) => {
      const { features, timed } = this.#contentsOf(list);
      const permanent = features.has(feature);
      const untilMs = timed.get(feature);
      return permanent || untilMs !== undefined ? [{ list, permanent, until: untilMs }] : [];
    });
  }

  #names(): string[] {
    return this.#namesOf(this.#dependencies.blocklists.keys());
  }

  #namesOf(listKeys: Iterable<string>): string[] {
    const { length } = this.#dependencies.keys.blocklists;
    return Array.from(listKeys, (key) => key.slice(length)).filter((name) => LIST_NAME.test(name));
  }

  #contentsOf(list: string): BlocklistContents {
    const { blocklists, keys } = this.#dependencies;
    return blocklists.contents(keys.blocklists + list);
  }

  #versionOf({ features, timed }: BlocklistContents): string {
    return `${this.#instanceId}-${this.#numberOf(features)}-${this.#numberOf(timed)}`;
  }

  /** The mirror keeps a value until it changes. */
  #numberOf(value: object): number {
    const number = this.#numbers.get(value) ?? (this.#latestNumber += 1);
    this.#numbers.set(value, number);
    return number;
  }

  #summaryOf(list: string): ListSummary {
    const { features, timed } = this.#contentsOf(list);
    return { list, size: features.size, timed: timed.size };
  }

  /** @param changed keys of the sets of lists */
  #publish(changed: Iterable<string>): void {
    if (!this.isLoaded) return;
    const lists = this.#namesOf(changed);
    if (!this.#isPublished || lists.length > MAX_EVENTS) {
      // Consoles that have read a part of the lists before must read all of them.
      this.#isPublished = true;
      for (const list of this.#names()) this.#published.set(list, this.#contentsOf(list));
      this.#dependencies.streams.publish('lists', {}, 'blocklists:read');
    } else for (const list of lists) this.#publishList(list);
  }

  #publishList(list: string): void {
    const after = this.#contentsOf(list);
    const delta = this.#deltaOf(this.#published.get(list) ?? NO_CONTENTS, after);
    this.#published.set(list, after);
    this.#dependencies.streams.publish('list', { ...this.#summaryOf(list), ...delta }, 'blocklists:read');
  }

  /** Returns the delta between two versions; undefined if it is too large. */
  #deltaOf(before: BlocklistContents, after: BlocklistContents): ListDelta | undefined {
    const added = [...after.features].filter((name) => !before.features.has(name));
    const removed = [...before.features].filter((name) => !after.features.has(name));
    const changed = [...after.timed].filter(([feature, ms]) => before.timed.get(feature) !== ms);
    const ended = [...before.timed.keys()].filter((feature) => !after.timed.has(feature));
    if (added.length + removed.length + changed.length + ended.length > MAX_CHANGES) return undefined;
    const until = Object.fromEntries([...changed, ...ended.map((feature) => [feature, null] as const)]);
    return { from: this.#versionOf(before), to: this.#versionOf(after), added, removed, until };
  }
}
