import { randomBytes } from 'node:crypto';
import { differenceOf } from '../../../shared/feature-control/blocklist-change.ts';
import { formatBlocklistName, parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { isBlocked } from '../../../shared/feature-control/entry-state.ts';
import {
  blockedFeatures,
  contentsAt,
  NO_CONTENTS,
  stateIn,
} from '../../../shared/feature-control/list-contents.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';
import { BlockEnds } from '../../../shared/redis/blocklists/reading/block-ends.ts';
import { toFeaturesBody, toStateBody } from '../../../shared/rest/blocklist-bodies.ts';
import type { BlocklistBody, ListSummary } from '../../../shared/rest/blocklist-edits.ts';
import type { BlockingEntries, ListDelta, ListEvent } from '../../../shared/rest/console.ts';
import type { EventStreams } from '../console/event-streams.ts';
import type { ConnectedCollections } from '../data/connect-collections.ts';

interface ListsDependencies extends ConnectedCollections {
  readonly streams: EventStreams;
}

/** If more lists change at the same time, one event makes the consoles reload all of them. */
const MAX_EVENTS = 50;
/** Maximum size of a delta; beyond that, consoles load the whole list. */
const MAX_CHANGES = 500;

/** All blocklists, from memory, and events about their changes, also about the end of a timed block. */
export class Lists {
  readonly #dependencies: ListsDependencies;
  /** Distinguishes the versions of this process from those of others. */
  readonly #instanceId = randomBytes(6).toString('hex');
  /** By value of the mirror, which keeps a value until it changes. */
  readonly #versions = new WeakMap<ListContents, string>();
  #latestNumber = 0;
  /** The contents that the latest event was about, by key. */
  readonly #published = new Map<string, ListContents>();
  #isPublished = false;
  readonly #ends: BlockEnds;

  constructor(dependencies: ListsDependencies) {
    this.#dependencies = dependencies;
    dependencies.blocklists.listen((changed) => {
      this.#publish(changed);
    });
    this.#ends = new BlockEnds({
      lists: dependencies.blocklists,
      clock: { epochMs: dependencies.time.now },
      timers: dependencies.timers,
      ended: (keys) => {
        this.#publish(keys);
      },
    });
  }

  close(): void {
    this.#ends.close();
  }

  /** Returns all lists: the global list first, then the others in code unit order. */
  all(): readonly ListSummary[] {
    return this.#named().map(([key, list]) => this.#summaryOf(key, list));
  }

  /** Returns a list, which is empty if it does not exist. */
  find(list: BlocklistName): BlocklistBody {
    const contents = this.contents(list);
    const features = toFeaturesBody(contentsAt(contents, this.#dependencies.time.now()));
    return { list: formatBlocklistName(list), version: this.#versionOf(contents), features };
  }

  /** Returns the lists that block a feature. */
  blocking(feature: string): BlockingEntries['entries'] {
    const nowMs = this.#dependencies.time.now();
    return this.#named().flatMap(([key, list]) => {
      const state = stateIn(this.#contentsOf(key), feature, nowMs);
      return isBlocked(state) ? [{ list: formatBlocklistName(list), feature, ...toStateBody(state) }] : [];
    });
  }

  /** The contents of a list as last read; some of the timed blocks may have ended. */
  contents(list: BlocklistName): ListContents {
    return this.#contentsOf(this.#dependencies.keys.blocklistKey(list));
  }

  #contentsOf(key: string): ListContents {
    return this.#dependencies.blocklists.get(key) ?? NO_CONTENTS;
  }

  /**
   * Returns the names of all lists by their keys: the global list first, then the others in code unit order.
   */
  #named(): readonly (readonly [key: string, list: BlocklistName])[] {
    const { blocklists, keys } = this.#dependencies;
    const others = [...blocklists.keys()].filter((key) => key !== keys.blocklistGlobal).sort();
    return [keys.blocklistGlobal, ...others].flatMap((key) => {
      const list = this.#nameOf(key);
      return list === undefined ? [] : [[key, list] as const];
    });
  }

  /** @returns undefined if no list can have the name */
  #nameOf(key: string): BlocklistName | undefined {
    const list = parseBlocklistName(key.slice(this.#dependencies.keys.blocklists.length));
    if (list === undefined || list.type === 'global') return list;
    return nameProblem(list.name, list.type, false) === undefined ? list : undefined;
  }

  /** Returns a text that is unique for each value. */
  #versionOf(contents: ListContents): string {
    let version = this.#versions.get(contents);
    if (version === undefined) {
      this.#latestNumber += 1;
      version = `${this.#instanceId}-${this.#latestNumber}`;
      this.#versions.set(contents, version);
    }
    return version;
  }

  #summaryOf(key: string, list: BlocklistName): ListSummary {
    const contents = this.#contentsOf(key);
    const blocked = blockedFeatures(contents, this.#dependencies.time.now());
    const timed = blocked.filter((feature) => contents.get(feature)?.permanent === false);
    return { list: formatBlocklistName(list), size: blocked.length, timed: timed.length };
  }

  /** @param changed keys of lists */
  #publish(changed: ReadonlySet<string>): void {
    const { blocklists, streams } = this.#dependencies;
    if (!blocklists.isLoaded) return;
    if (!this.#isPublished || changed.size > MAX_EVENTS) {
      // Consoles that have read a part of the lists before must read all of them.
      this.#isPublished = true;
      for (const [key, contents] of blocklists.entries()) this.#published.set(key, contents);
      streams.publish('lists', {});
      return;
    }
    for (const key of changed) {
      const list = this.#nameOf(key);
      if (list === undefined) continue;
      const event: ListEvent = { ...this.#summaryOf(key, list), ...this.#deltaOf(key) };
      streams.publish('list', event);
    }
  }

  /** Returns what has changed since the last event about a list; undefined if it is too much. */
  #deltaOf(key: string): ListDelta | undefined {
    const before = this.#published.get(key) ?? NO_CONTENTS;
    const after = this.#contentsOf(key);
    this.#published.set(key, after);
    const changes = differenceOf(before, after);
    if (changes.length > MAX_CHANGES) return undefined;
    const nowMs = this.#dependencies.time.now();
    const states = changes.map(({ feature }) => [feature, stateIn(after, feature, nowMs)] as const);
    const features = toFeaturesBody(new Map(states));
    return { from: this.#versionOf(before), to: this.#versionOf(after), features };
  }
}
