import type { Clock } from '../../../shared/clock.ts';
import type { ListDelta } from '../../../shared/rest/console.ts';
import type { Timers } from '../../../shared/timers.ts';

/** The entries of a list. */
export interface ListEntries {
  /** Features of the plain set, in no particular order. */
  readonly features: ReadonlySet<string>;
  /** Features of the timed set, each with its end in milliseconds since the epoch by Redis's clock. */
  readonly until: ReadonlyMap<string, number>;
  /** Whether all entries were read; only a part of a very long list is read. */
  readonly isComplete: boolean;
}

/** A version of a list. */
export interface ListContents extends ListEntries {
  /** Unique for each version. */
  readonly version: string;
}

export interface ListContentsDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Unique id of this process, a part of each version. */
  readonly instanceId: string;
  /** @throws {RedisError} */
  readonly read: (list: string) => Promise<ListEntries>;
  /**
   * Called when a cached list was read again after a change, or has been evicted before it could be.
   * @param delta undefined if it is unknown or too large to be sent
   */
  readonly changed: (list: string, delta: ListDelta | undefined) => void;
}

/** Size of the cache. Beyond that, the least recently used list is evicted. */
const MAX_LISTS = 8;
/** Maximum size of a delta; beyond that, consoles load the whole list. */
const MAX_CHANGES = 500;
/** Cooldown in durations of the read. A list that changes constantly is read for at most 20 % of the time. */
const COOLDOWN_FACTOR = 4;

interface CachedList {
  contents: ListContents | undefined;
  reading: Promise<ListContents> | undefined;
  isStale: boolean;
  isScheduled: boolean;
  /** End of the cooldown, on the monotonic clock. */
  readableAtMs: number;
}

/**
 * A cache of the lists that consoles show. After a change, a list is read once for all consoles, and its
 * delta is reported.
 */
export class ListContentsCache {
  readonly #dependencies: ListContentsDependencies;
  /** In the order of their latest use. */
  readonly #cached = new Map<string, CachedList>();
  #versions = 0;

  constructor(dependencies: ListContentsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the contents of a list, from the cache or from Redis. @throws {RedisError} */
  async get(list: string): Promise<ListContents> {
    const cached = this.#getOrAdd(list);
    return cached.contents !== undefined && !cached.isStale
      ? cached.contents
      : await this.#read(list, cached);
  }

  /**
   * Marks a list as changed. If it is cached, it is read again, and then `changed` is called.
   * @returns whether `changed` will be called
   */
  markChanged(list: string): boolean {
    const cached = this.#cached.get(list);
    if (cached === undefined) return false;
    cached.isStale = true;
    this.#schedule(list, cached);
    // Without earlier contents there is no delta to report.
    return cached.contents !== undefined;
  }

  #getOrAdd(list: string): CachedList {
    const cached = this.#cached.get(list) ?? {
      contents: undefined,
      reading: undefined,
      isStale: true,
      isScheduled: false,
      readableAtMs: 0,
    };
    // Moves the list to the end of the order.
    this.#cached.delete(list);
    this.#cached.set(list, cached);
    const [leastRecent] = this.#cached.keys();
    if (this.#cached.size > MAX_LISTS && leastRecent !== undefined) this.#cached.delete(leastRecent);
    return cached;
  }

  #schedule(list: string, cached: CachedList): void {
    if (cached.isScheduled) return;
    cached.isScheduled = true;
    const { changed, clock, timers } = this.#dependencies;
    timers.after(cached.readableAtMs - clock.monotonicMs(), () => {
      cached.isScheduled = false;
      if (!cached.isStale) return;
      // A console may still show a list that has been evicted in the meantime; it loads the list again.
      if (this.#cached.get(list) !== cached) changed(list, undefined);
      // If Redis does not answer, the list stays stale, and is read at the next request for it.
      else this.#read(list, cached).catch(() => undefined);
    });
  }

  #read(list: string, cached: CachedList): Promise<ListContents> {
    cached.reading ??= this.#readNow(list, cached).finally(() => {
      cached.reading = undefined;
      if (cached.isStale && cached.contents !== undefined) this.#schedule(list, cached);
    });
    return cached.reading;
  }

  async #readNow(list: string, cached: CachedList): Promise<ListContents> {
    const { clock, changed, instanceId, read } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    cached.isStale = false;
    const entries = await read(list).catch((cause: unknown) => {
      cached.isStale = true;
      cached.readableAtMs = clock.monotonicMs() + 1000;
      throw cause;
    });
    const before = cached.contents;
    const contents = { ...entries, version: `${instanceId}-${++this.#versions}` };
    cached.contents = contents;
    cached.readableAtMs = clock.monotonicMs() + COOLDOWN_FACTOR * (clock.monotonicMs() - startedMs);
    if (before !== undefined) changed(list, deltaOf(before, contents));
    return contents;
  }
}

/** Returns the delta between two versions; undefined if it is too large or one of them is incomplete. */
function deltaOf(before: ListContents, after: ListContents): ListDelta | undefined {
  const added = difference(after.features, before.features);
  const removed = difference(before.features, after.features);
  const changed = [...after.until].filter(([feature, ms]) => before.until.get(feature) !== ms);
  const ended = [...before.until.keys()].filter((feature) => !after.until.has(feature));
  const count = added.length + removed.length + changed.length + ended.length;
  if (count > MAX_CHANGES || !before.isComplete || !after.isComplete) return undefined;
  const until = Object.fromEntries([...changed, ...ended.map((feature) => [feature, null] as const)]);
  return { from: before.version, to: after.version, added, removed, until };
}

function difference(names: ReadonlySet<string>, excluded: ReadonlySet<string>): string[] {
  return [...names].filter((name) => !excluded.has(name));
}
