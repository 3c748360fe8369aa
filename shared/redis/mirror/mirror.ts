import type { Platform } from '../../platform.ts';
import { delay } from '../../timers.ts';
import type { CancelTimer } from '../../timers.ts';
import type { ChangeFeed, Subscription } from '../changes/change-feed.ts';
import { LossWatch } from '../loss/loss-watch.ts';
import type { ProcessCommands } from '../loss/serving-processes.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { lostMeanwhile } from '../redis-error.ts';
import { Backoff } from './backoff.ts';
import { CollectionReader } from './collection-reader.ts';
import type { Collection } from './collection.ts';
import type { Mirrored } from './mirrored.ts';
import { ReadFailures } from './read-failures.ts';
import type { RejectedValue } from './rejected-values.ts';

/** The Redis commands that a mirror needs, in addition to those of its collections. */
export type MirrorCommands = ProcessCommands & Pick<RedisCommands, 'keysStartingWith'>;

export interface MirrorDependencies extends Platform {
  readonly commands: MirrorCommands;
  readonly changeFeed: ChangeFeed;
  /** The name of all collections together, in the plural, for log lines. */
  readonly dataName: string;
  /** Interval of the search for missed changes, in milliseconds, 1 or more. */
  readonly revalidateMs: number;
  /** The same interval while changes are not reported, in milliseconds. Default: `revalidateMs`. */
  readonly pollMs?: number;
  /** Called when a state or a count of the mirror may have changed. Must be cheap. */
  readonly stateChanged?: () => void;
  /** Called when all keys were flushed. */
  readonly flushed?: () => void;
}

export interface MirrorState {
  readonly isLoaded: boolean;
  /** Why memory may differ from Redis; undefined if it does not, as far as known. */
  readonly failure: string | undefined;
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
  /** Values of a wrong Redis type, whose last known value is kept. */
  readonly wrongType: number;
  /** Keys that were lost with a Redis process and whose last known value is kept. */
  readonly lost: number;
  /** How often a connection for reads was lost. */
  readonly disconnects: number;
}

/** The longest pause between two attempts to find the keys, in milliseconds. */
const MAX_PAUSE_MS = 1000;

/**
 * The pause between two pages of a `SCAN` that searches for missed changes, in milliseconds. `SCAN` visits
 * every key of Redis, including those of other programs.
 */
const SCAN_PAUSE_MS = 10;

/** One read of all keys: first they are found, then each collection reads its own. */
interface Pass {
  /**
   * Whether everything is read without pauses: initially, or because a connection was replaced. False for a
   * revalidation, which only searches for missed changes.
   */
  readonly isLoad: boolean;
  /** When it began, on the monotonic clock. */
  readonly startedMs: number;
  isScanned: boolean;
}

/**
 * Keeps the values of all keys of some collections in memory, equal to Redis. The change feed reports changed
 * keys; they are stale, and each is read again, once for several changes in quick succession. A periodic
 * revalidation reads everything, to find changes that were not reported. If keys vanish with a Redis process,
 * their last known values are kept (lost is not deleted, ADR 12).
 */
export class Mirror {
  readonly #dependencies: MirrorDependencies;
  readonly #losses: LossWatch;
  readonly #collections: CollectionReader<unknown>[] = [];
  readonly #failures: ReadFailures;
  readonly #backoff: Backoff;
  #subscription: Subscription | undefined;
  #isListening = false;
  /** Whether changes are reported, and everything was read since. */
  #isUpToDate = false;
  /** The pass in progress. */
  #pass: Pass | undefined;
  /** When memory was last known to equal Redis, on the monotonic clock. */
  #verifiedAtMs: number | undefined;
  #changesFailure: string | undefined;
  #disconnects = 0;
  #cancelRevalidation: CancelTimer = () => undefined;

  constructor(dependencies: MirrorDependencies) {
    this.#dependencies = dependencies;
    this.#losses = new LossWatch(dependencies);
    this.#failures = new ReadFailures(dependencies.dataName, dependencies.logger);
    this.#backoff = new Backoff(dependencies.clock, MAX_PAUSE_MS);
  }

  /**
   * Adds a collection, before `start()`.
   * @returns its values, empty until they are read
   */
  add<Value>(collection: Collection<Value>): Mirrored<Value> {
    const progressed = (): void => {
      this.#finishPass();
      this.#dependencies.stateChanged?.();
    };
    const losses = this.#losses;
    const reader = new CollectionReader<Value>({ ...this.#dependencies, collection, losses, progressed });
    this.#collections.push(reader);
    return reader;
  }

  /**
   * Copies the values and the lost keys of another mirror for the same Redis, before `start()`, of the
   * collections that both have. The values are stale at first; values that are kept since Redis lost its data
   * stay kept.
   */
  adopt(other: Mirror): void {
    this.#losses.adopt(other.#losses);
    this.#verifiedAtMs = other.#verifiedAtMs;
    for (const reader of this.#collections) {
      const same = other.#collections.find(({ collection }) => collection.name === reader.collection.name);
      if (same !== undefined) reader.adopt(same);
    }
  }

  /** Starts to listen and to read. Does not wait for Redis. */
  start(): void {
    this.#subscription = this.#dependencies.changeFeed.subscribe(this.#prefixes(), {
      keysChanged: (keys) => {
        for (const collection of this.#collections) {
          const changed = collection.valueKeysOf(keys);
          this.#losses.recordChanges(changed);
          collection.markStale(changed);
        }
      },
      anythingMayHaveChanged: () => {
        // While changes are reported, this means that all keys were flushed: what was lost is deleted now.
        if (this.#isListening) {
          this.#losses.forgetAll();
          this.#dependencies.flushed?.();
        }
        this.#isListening = true;
        this.#reload();
      },
      lost: () => {
        this.#isListening = false;
        this.#losses.recordLostFeed();
        this.#changesFailure = 'The connection that reports changes was lost.';
        this.#markOutdated();
        this.#failures.forgetLogged();
        this.#scheduleRevalidation();
        this.#dependencies.stateChanged?.();
      },
    });
    this.#scheduleRevalidation();
  }

  close(): void {
    this.#cancelRevalidation();
    this.#subscription?.close();
    this.#subscription = undefined;
    this.#pass = undefined;
    for (const collection of this.#collections) collection.close();
  }

  /** Must be called when a connection for reads was lost: another process may answer next. */
  recordLostConnection(): void {
    this.#disconnects += 1;
    this.#losses.recordLostConnection();
    if (this.#subscription !== undefined) this.#startPass(true);
  }

  /** Whether every key of every collection was read at least once, except for those that cannot be read. */
  get isLoaded(): boolean {
    return this.#collections.every(({ isLoaded }) => isLoaded);
  }

  /** Resolves when {@link isLoaded} becomes true; never rejects. */
  get loaded(): Promise<void> {
    return Promise.all(this.#collections.map(({ loaded }) => loaded)).then(() => undefined);
  }

  /** Why memory may differ from Redis at present; undefined if it does not, as far as known. */
  get failure(): string | undefined {
    const failures = [this.#failures.latest, ...this.#collections.map(({ failure }) => failure)];
    return this.#changesFailure ?? failures.find((failure) => failure !== undefined);
  }

  state(): MirrorState {
    const nowMs = this.#dependencies.clock.monotonicMs();
    const ageMs = this.#verifiedAtMs === undefined ? undefined : nowMs - this.#verifiedAtMs;
    return {
      isLoaded: this.isLoaded,
      failure: this.failure,
      ageMs,
      lagMs: this.#isUpToDate ? 0 : ageMs,
      values: sum(this.#collections, ({ size }) => size),
      rejected: sum(this.#collections, ({ rejected }) => rejected.count),
      wrongType: sum(this.#collections, ({ rejected }) => rejected.wrongTypeCount),
      lost: this.#losses.lostCount,
      disconnects: this.#disconnects,
    };
  }

  /** Returns rejected values, at most `max`. */
  rejected(max: number): readonly RejectedValue[] {
    return this.#collections.flatMap(({ rejected }) => rejected.list(max)).slice(0, max);
  }

  #prefixes(): readonly string[] {
    return this.#collections.flatMap(({ collection }) => [
      ...(collection.keys ?? []),
      ...collection.prefixes,
    ]);
  }

  /** Reads everything at once: the change feed was (re)connected, or all keys were flushed. */
  #reload(): void {
    this.#markOutdated();
    this.#backoff.reset();
    this.#startPass(true);
    this.#scheduleRevalidation();
  }

  #markOutdated(): void {
    if (this.#isUpToDate) this.#verifiedAtMs = this.#dependencies.clock.monotonicMs();
    this.#isUpToDate = false;
  }

  /** Starts to read all keys. Replaces the pass in progress. */
  #startPass(isLoad: boolean): void {
    const startedMs = this.#dependencies.clock.monotonicMs();
    this.#pass = { isLoad, startedMs, isScanned: false };
    void this.#findAndRead(this.#pass);
  }

  /** Attempts to find the keys of a pass until that succeeds, or another pass replaces this one. */
  async #findAndRead(pass: Pass): Promise<void> {
    while (pass === this.#pass && !pass.isScanned) {
      const waitMs = this.#backoff.waitMs();
      if (waitMs > 0) await delay(Math.ceil(waitMs), this.#dependencies.timers);
      else await this.#scan(pass);
    }
  }

  async #scan(pass: Pass): Promise<void> {
    for (const collection of this.#collections) collection.beginScan();
    try {
      const findLostKeys = await this.#losses.identify();
      // Changed keys can be read already.
      if (findLostKeys === undefined) for (const collection of this.#collections) collection.wake();
      const found = await this.#findKeys(pass);
      if (pass !== this.#pass) return;
      findLostKeys?.(
        this.#collections.flatMap((collection) => collection.unexpiredKeys()),
        new Set([...found.values()].flatMap((keys) => [...keys])),
      );
      if (!this.#losses.isConfirmed) throw lostMeanwhile();
      pass.isScanned = true;
      this.#backoff.reset();
      this.#failures.recordSuccess();
      for (const [collection, keys] of found) collection.readAll(keys, pass.isLoad);
    } catch (cause) {
      if (pass !== this.#pass) return;
      this.#failures.record(cause);
      this.#backoff.recordFailure();
    }
    this.#finishPass();
    this.#dependencies.stateChanged?.();
  }

  /** Finds the keys of the values in Redis, by collection. */
  async #findKeys(pass: Pass): Promise<ReadonlyMap<CollectionReader<unknown>, ReadonlySet<string>>> {
    const { commands, timers } = this.#dependencies;
    const nextPage = async (): Promise<void> => {
      if (pass !== this.#pass) throw lostMeanwhile();
      if (!pass.isLoad) await delay(SCAN_PAUSE_MS, timers);
    };
    const found = await commands.keysStartingWith(this.#prefixes(), nextPage);
    return new Map(this.#collections.map((collection) => [collection, collection.valueKeysOf(found)]));
  }

  #finishPass(): void {
    const pass = this.#pass;
    if (pass?.isScanned !== true || !this.#collections.every(({ isPassComplete }) => isPassComplete)) return;
    this.#pass = undefined;
    this.#changesFailure = undefined;
    // Without reported changes, the values are as old as the pass.
    this.#verifiedAtMs = pass.startedMs;
    if (this.#isListening) this.#isUpToDate = true;
  }

  /** Whether a pass is in progress that does not only wait for what cannot be read. */
  #isPassInProgress(): boolean {
    if (this.#pass?.isScanned !== true) return this.#pass !== undefined;
    return this.#collections.some(({ failure, isPassComplete }) => !isPassComplete && failure === undefined);
  }

  #scheduleRevalidation(): void {
    const { pollMs, revalidateMs, timers } = this.#dependencies;
    this.#cancelRevalidation();
    if (this.#subscription === undefined) return;
    const delayMs = this.#isListening ? revalidateMs : Math.min(pollMs ?? revalidateMs, revalidateMs);
    this.#cancelRevalidation = timers.after(delayMs, () => {
      if (!this.#isPassInProgress()) this.#startPass(false);
      this.#scheduleRevalidation();
    });
  }
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}
