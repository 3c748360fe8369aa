import type { Clock } from '../../../../shared/clock.ts';
import type { Timers } from '../../../../shared/timers.ts';

/** What one list holds. */
export interface ListEntries {
  /** In the plain set, in no order. */
  readonly features: ReadonlySet<string>;
  /** In the timed set: feature → milliseconds since the epoch, by Redis's clock, when it is free again. */
  readonly until: ReadonlyMap<string, number>;
  /** Whether these are all; a list past the bound is read in part. */
  readonly isComplete: boolean;
}

/** One state of a list that consoles may have. */
export interface ListContents extends ListEntries {
  /** Differs between any two states. */
  readonly version: string;
}

/** How one state of a list became the next one. */
export interface ListDelta {
  readonly from: string;
  readonly to: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Times that are new or others; null where there is none any more. */
  readonly until: Readonly<Record<string, number | null>>;
}

export interface ListContentsDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Part of each version: unique to this process. */
  readonly process: string;
  /** @throws {RedisError} */
  readonly read: (list: string) => Promise<ListEntries>;
  /**
   * Called when a list that is kept was read again.
   * @param delta undefined where it is too large to be sent
   */
  readonly changed: (list: string, delta: ListDelta | undefined) => void;
}

/** Lists that are kept. Past it, the one that was not asked for longest is dropped. */
const MOST_LISTS = 8;
/** Changes of a list that are sent; more are loaded as a whole. */
const MOST_CHANGES = 500;
/** A list that changes all the time is read for a fifth of the time at most. */
const COOLDOWN_FACTOR = 4;

interface Kept {
  contents: ListContents | undefined;
  reading: Promise<ListContents> | undefined;
  isStale: boolean;
  isScheduled: boolean;
  /** On the monotonic clock. */
  readableAtMs: number;
}

/**
 * The lists that consoles look at: each is read once for each change of it, however many consoles there are,
 * and what is different is sent to all of them.
 */
export class ListContentsCache {
  readonly #dependencies: ListContentsDependencies;
  readonly #kept = new Map<string, Kept>();
  #versions = 0;

  constructor(dependencies: ListContentsDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws {RedisError} */
  async get(list: string): Promise<ListContents> {
    const kept = this.#keptOf(list);
    return kept.contents !== undefined && !kept.isStale ? kept.contents : await this.#read(list, kept);
  }

  /** A list may be another now. @returns whether it is kept: then it is read again, and `changed` called */
  markChanged(list: string): boolean {
    const kept = this.#kept.get(list);
    if (kept === undefined) return false;
    kept.isStale = true;
    this.#schedule(list, kept);
    return true;
  }

  /** Nothing is known of any list from now on. */
  clear(): void {
    this.#kept.clear();
  }

  #keptOf(list: string): Kept {
    const known = this.#kept.get(list) ?? {
      ...{ contents: undefined, reading: undefined, isStale: true, isScheduled: false },
      readableAtMs: 0,
    };
    // The order is that of the latest use.
    this.#kept.delete(list);
    this.#kept.set(list, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_LISTS && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }

  #schedule(list: string, kept: Kept): void {
    if (kept.isScheduled) return;
    kept.isScheduled = true;
    const { clock, timers } = this.#dependencies;
    timers.after(kept.readableAtMs - clock.monotonicMs(), () => {
      kept.isScheduled = false;
      const isWanted = this.#kept.get(list) === kept && kept.isStale;
      // Where Redis does not answer, the list stays stale, and the next one to ask reads it.
      if (isWanted) this.#read(list, kept).catch(() => undefined);
    });
  }

  #read(list: string, kept: Kept): Promise<ListContents> {
    kept.reading ??= this.#readNow(list, kept).finally(() => {
      kept.reading = undefined;
      if (kept.isStale && this.#kept.get(list) === kept && kept.contents !== undefined)
        this.#schedule(list, kept);
    });
    return kept.reading;
  }

  async #readNow(list: string, kept: Kept): Promise<ListContents> {
    const { clock, changed, process, read } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    kept.isStale = false;
    const entries = await read(list).catch((cause: unknown) => {
      kept.isStale = true;
      kept.readableAtMs = clock.monotonicMs() + 1000;
      throw cause;
    });
    const before = kept.contents;
    const contents = { ...entries, version: `${process}-${++this.#versions}` };
    kept.contents = contents;
    kept.readableAtMs = clock.monotonicMs() + COOLDOWN_FACTOR * (clock.monotonicMs() - startedMs);
    if (before !== undefined) changed(list, deltaOf(before, contents));
    return contents;
  }
}

/** @returns undefined where they differ by too much */
function deltaOf(before: ListContents, after: ListContents): ListDelta | undefined {
  const added = difference(after.features, before.features);
  const removed = difference(before.features, after.features);
  const changed = [...after.until].filter(([feature, ms]) => before.until.get(feature) !== ms);
  const over = [...before.until.keys()].filter((feature) => !after.until.has(feature));
  const count = added.length + removed.length + changed.length + over.length;
  if (count > MOST_CHANGES || !before.isComplete || !after.isComplete) return undefined;
  const until = Object.fromEntries([...changed, ...over.map((feature) => [feature, null] as const)]);
  return { from: before.version, to: after.version, added, removed, until };
}

function difference(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const name of one) if (!other.has(name)) found.push(name);
  return found;
}
