import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { ChangeFeed, Subscription } from '../changes/change-feed.ts';
import { LossWatch } from '../loss/loss-watch.ts';
import type { CachedData } from '../loss/loss-watch.ts';
import type { ProcessCommands } from '../loss/serving-processes.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { KeyScan } from './key-scan.ts';
import { isKeyOf } from './mirror-kind.ts';
import type { MirrorKind } from './mirror-kind.ts';
import { MirrorReader } from './mirror-reader.ts';
import type { Mirrored } from './mirrored.ts';
import type { RejectedValue } from './rejected-values.ts';

/** The Redis commands that a mirror needs, in addition to those of its kinds. */
export type MirrorCommands = ProcessCommands & Pick<RedisCommands, 'keysStartingWith'>;

export interface MirrorDependencies {
  readonly commands: MirrorCommands;
  readonly changeFeed: ChangeFeed;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** The name of all kinds together, in the plural, for log lines. */
  readonly what: string;
  /** Interval of the search for missed changes, in milliseconds, 1 or more. */
  readonly revalidateMs: number;
  /** The same interval while changes are not reported, in milliseconds. Default: `revalidateMs`. */
  readonly pollMs?: number;
  /**
   * Maximum rate at which values of one kind are re-read and listeners notified, per second, 2 or more.
   * Default: unlimited.
   */
  readonly maxUpdatesPerSecond?: number;
  /** Called when a state or a count of the mirror may have changed. Must be cheap. */
  readonly stateChanged?: () => void;
}

export interface MirrorState {
  readonly isLoaded: boolean;
  /** Milliseconds since memory was last compared with Redis; undefined before the first time. */
  readonly ageMs: number | undefined;
  /**
   * Milliseconds since memory was last known to equal Redis, 0 while it does; undefined before the first
   * time.
   */
  readonly lagMs: number | undefined;
  readonly values: number;
  /** Values, and parts of values, that do not match their schema or type. */
  readonly rejected: number;
  /** Keys that vanished with a Redis process and whose last known value is kept. */
  readonly lost: number;
}

/**
 * Keeps the values of all keys of some kinds in memory, equal to Redis. The change feed reports changed keys,
 * and each is re-read, once for several changes in quick succession. A periodic revalidation finds changes
 * that were not reported. If keys vanish with a Redis process, their last known values are kept (lost is not
 * deleted, ADR 12).
 */
export class Mirror {
  readonly #dependencies: MirrorDependencies;
  readonly #losses: LossWatch;
  readonly #scan: KeyScan;
  /** One per kind. */
  readonly #readers: MirrorReader<unknown>[] = [];
  readonly #cached: CachedData = {
    cachedKeys: () => this.#readers.flatMap(({ keyReader }) => keyReader.cachedKeys()),
    countExisting: async (keys) => {
      const all = await Promise.all(this.#readers.map(({ keyReader }) => keyReader.countExisting(keys)));
      return { checked: sum(all, ({ checked }) => checked), existing: sum(all, ({ existing }) => existing) };
    },
  };
  #subscription: Subscription | undefined;
  #isListening = false;
  #changesFailure: string | undefined;
  #cancelRevalidation: CancelTimer = () => undefined;

  constructor(dependencies: MirrorDependencies) {
    this.#dependencies = dependencies;
    this.#losses = new LossWatch(dependencies);
    this.#scan = new KeyScan(dependencies);
  }

  /**
   * Adds a kind, before `start()`.
   * @returns its values, empty until they are read
   */
  add<Value>(kind: MirrorKind<Value>): Mirrored<Value> {
    const { maxUpdatesPerSecond = Infinity } = this.#dependencies;
    const reader = new MirrorReader<Value>({
      ...this.#dependencies,
      kind,
      maxUpdatesPerSecond,
      losses: this.#losses,
      scan: this.#scan,
      cached: this.#cached,
      progressed: () => {
        if (this.#readers.every(({ failure, isReadingAll }) => failure === undefined && !isReadingAll))
          this.#changesFailure = undefined;
        this.#dependencies.stateChanged?.();
      },
    });
    this.#readers.push(reader);
    return reader.values;
  }

  /**
   * Copies the values and the lost keys of another mirror for the same Redis, before `start()`, of the kinds
   * that both have. The values are stale at first; values that are kept since Redis lost its data stay kept.
   */
  adopt(other: Mirror): void {
    this.#losses.adopt(other.#losses, (key) => this.#readers.some(({ kind }) => isKeyOf(kind, key)));
    for (const { kind, values } of this.#readers) {
      const same = other.#readers.find((reader) => reader.kind.name === kind.name);
      if (same !== undefined) values.adopt(same.values);
    }
  }

  /** Starts to listen and to read. Does not wait for Redis. */
  start(): void {
    const prefixes = this.#readers.flatMap(({ kind }) => [...(kind.keys ?? []), ...kind.prefixes]);
    this.#subscription = this.#dependencies.changeFeed.subscribe(prefixes, {
      keysChanged: (keys) => {
        this.#losses.recordChanges(keys);
        for (const reader of this.#readers) reader.markChanged(keys);
      },
      anythingMayHaveChanged: () => {
        // While changes are reported, this means that all keys were flushed: what was lost is deleted now.
        if (this.#isListening) this.#losses.forgetAll();
        this.#isListening = true;
        this.#scan.hurry();
        for (const reader of this.#readers) reader.reload();
        this.#scheduleRevalidation();
      },
      lost: () => {
        this.#isListening = false;
        this.#losses.recordLostFeed();
        this.#scan.hurry();
        this.#changesFailure = 'The connection that reports changes was lost.';
        for (const reader of this.#readers) reader.markDisconnected();
        this.#scheduleRevalidation();
        this.#dependencies.stateChanged?.();
      },
    });
    this.#scheduleRevalidation();
  }

  close(): void {
    this.#cancelRevalidation();
    this.#scan.hurry();
    this.#subscription?.close();
    this.#subscription = undefined;
    for (const reader of this.#readers) reader.close();
  }

  /** Must be called when a connection for reads was lost: another process may answer next. */
  recordLostConnection(): void {
    this.#losses.recordLostConnection();
    this.#scan.hurry();
  }

  /** Whether every key of every kind was read at least once. */
  get isLoaded(): boolean {
    return this.#readers.every(({ values }) => values.isLoaded);
  }

  /** Resolves when every key of every kind has been read once; never rejects. */
  get loaded(): Promise<void> {
    return Promise.all(this.#readers.map(({ values }) => values.loaded)).then(() => undefined);
  }

  /** Why memory may differ from Redis at present; undefined if it does not, as far as known. */
  get failure(): string | undefined {
    return this.#changesFailure ?? this.#readers.find(({ failure }) => failure !== undefined)?.failure;
  }

  /**
   * Number of keys that vanished with a Redis process and whose last known value is kept until they are
   * written again.
   */
  get lostCount(): number {
    return this.#losses.lostCount;
  }

  /** Number of keys of a wrong Redis type, whose last known value is kept. */
  get wrongTypeCount(): number {
    return sum(this.#readers, ({ values }) => values.rejected.wrongTypeCount);
  }

  /** Number of values and parts of values that are omitted because they do not match their schema. */
  get rejectedCount(): number {
    return sum(this.#readers, ({ values }) => values.rejected.partCount);
  }

  state(): MirrorState {
    const verifiedAtMs = Math.min(...this.#readers.map(({ values }) => values.verifiedAtMs ?? NaN));
    const ageMs = Number.isNaN(verifiedAtMs)
      ? undefined
      : this.#dependencies.clock.monotonicMs() - verifiedAtMs;
    const isUpToDate = this.#readers.every(({ values }) => values.isUpToDate);
    return {
      isLoaded: this.isLoaded,
      ageMs,
      lagMs: isUpToDate ? 0 : ageMs,
      values: sum(this.#readers, ({ values }) => values.size),
      rejected: this.rejectedCount + this.wrongTypeCount,
      lost: this.lostCount,
    };
  }

  /** Returns rejected values and keys of a wrong type, at most `max`. */
  rejected(max: number): readonly RejectedValue[] {
    return this.#readers.flatMap(({ values }) => values.rejected.list(max)).slice(0, max);
  }

  #scheduleRevalidation(): void {
    const { pollMs, revalidateMs, timers } = this.#dependencies;
    this.#cancelRevalidation();
    if (this.#subscription === undefined) return;
    const delayMs = this.#isListening ? revalidateMs : Math.min(pollMs ?? revalidateMs, revalidateMs);
    this.#cancelRevalidation = timers.after(delayMs, () => {
      this.#revalidate();
      this.#scheduleRevalidation();
    });
  }

  /** All kinds begin together, so that they share one scan, but do not wait for one that cannot be read. */
  #revalidate(): void {
    if (this.#readers.some(({ failure, isReadingAll }) => isReadingAll && failure === undefined)) return;
    for (const reader of this.#readers) reader.revalidate();
  }
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}
