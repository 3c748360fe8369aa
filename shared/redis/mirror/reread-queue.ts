import type { Clock } from '../../clock.ts';
import { UpdateThrottle } from './update-throttle.ts';

/**
 * The cooldown of a key is this many times the duration of its last read, so that slow reads leave Redis time
 * for other clients.
 */
const COOLDOWN_FACTOR = 4;

/** Shorter cooldowns are skipped, as they are not worth a timer. */
const MIN_COOLDOWN_MS = 100;

/** The factor by which batches grow again after a batch that was read. */
const BATCH_GROWTH = 1.25;

/** The result of reading a batch, and whether any value differs from the known one. */
export type Outcome = 'failed' | 'same' | 'different';

/** Keys that are read together. */
export interface Batch {
  readonly keys: readonly string[];
  /** Must be called once, after the read. Keys that could not be read stay in the queue. */
  readonly finish: (outcome: Outcome) => void;
}

/** A read of all keys of the kind, batch by batch. */
interface Pass {
  /** Keys that are not being read yet; the next one is last. */
  readonly waiting: string[];
  batchesInFlight: number;
  /** Whether batches are read one at a time, with a cooldown after each. */
  isBackground: boolean;
  /** When the next background batch may be read, on the monotonic clock. */
  dueMs: number;
}

/**
 * A queue of the keys of one kind that must be read. No key is read twice at the same time. Changed keys come
 * first: each once for any number of changes, after its cooldown, in rounds whose rate is limited. Then
 * follow the keys of the current pass over all keys. After a failure, batches are smaller, as their replies
 * may have been too long for the time limit.
 */
export class RereadQueue {
  readonly #clock: Clock;
  readonly #rounds: UpdateThrottle;
  readonly #maxBatchSize: number;
  #batchSize: number;
  /** Keys that have changed since they were last read. */
  readonly #stale = new Set<string>();
  /** The stale keys of the current round whose read has not started. */
  #round: string[] = [];
  #pass: Pass = createPass([], false);
  /** The keys being read, and whether each has changed since its read started. */
  readonly #inFlight = new Map<string, boolean>();
  /** When each cooldown ends, on the monotonic clock. */
  readonly #cooldowns = new Map<string, number>();

  /** @param maxRoundsPerSecond 2 or more; Infinity for no limit */
  constructor(clock: Clock, maxRoundsPerSecond: number, maxBatchSize: number) {
    this.#clock = clock;
    this.#rounds = new UpdateThrottle(clock, maxRoundsPerSecond);
    this.#maxBatchSize = this.#batchSize = maxBatchSize;
  }

  /** Whether every stale key, and every key of the current pass, has been read. */
  get isEmpty(): boolean {
    return this.#stale.size === 0 && this.isPassComplete;
  }

  get isPassComplete(): boolean {
    return this.#pass.waiting.length === 0 && this.#pass.batchesInFlight === 0;
  }

  isStale(key: string): boolean {
    return this.#stale.has(key);
  }

  markStale(key: string): void {
    this.#stale.add(key);
    if (this.#inFlight.has(key)) this.#inFlight.set(key, true);
  }

  /**
   * Starts a pass over these keys, which replaces the current one. Keys that are already being read are read
   * again.
   * @param isBackground whether the pass leaves Redis time for other clients. It stops doing so when a value
   * differs, because if one change was missed, more may have been
   */
  startPass(keys: Iterable<string>, isBackground: boolean): void {
    this.#pass = createPass(keys, isBackground);
  }

  /**
   * Removes keys that may be read now; their read counts as started.
   * @returns undefined if there are none
   */
  take(): Batch | undefined {
    const stale = this.#takeStale();
    if (stale.length > 0) return this.#begin(stale);
    const others = this.#takeOfPass();
    return others.length > 0 ? this.#begin(others, this.#pass) : undefined;
  }

  /** Milliseconds until `take()` may return keys; 0 or less for now, Infinity while it waits for a batch. */
  waitMs(): number {
    return Math.min(this.#staleWaitMs(), this.#passWaitMs());
  }

  #staleWaitMs(): number {
    let shortest = Infinity;
    for (const key of this.#stale) {
      if (!this.#inFlight.has(key)) shortest = Math.min(shortest, this.#cooldownMs(key));
      if (shortest <= 0) break;
    }
    return this.#round.length > 0 ? shortest : Math.max(shortest, this.#rounds.waitMs());
  }

  #passWaitMs(): number {
    const { batchesInFlight, dueMs, isBackground, waiting } = this.#pass;
    if (waiting.length === 0) return Infinity;
    if (!isBackground) return 0;
    return batchesInFlight > 0 ? Infinity : dueMs - this.#clock.monotonicMs();
  }

  #takeStale(): string[] {
    for (;;) {
      if (this.#round.length === 0 && !this.#startRound()) return [];
      const keys = this.#round.splice(-this.#batchSize).filter((key) => this.#isDue(key));
      if (keys.length > 0) return keys;
    }
  }

  #startRound(): boolean {
    if (this.#rounds.waitMs() > 0) return false;
    this.#round = [...this.#stale].filter((key) => this.#isDue(key));
    if (this.#round.length === 0) return false;
    this.#rounds.recordUpdate();
    return true;
  }

  #takeOfPass(): string[] {
    if (this.#passWaitMs() > 0) return [];
    const { waiting } = this.#pass;
    const keys = waiting.splice(-this.#batchSize).reverse();
    waiting.unshift(...keys.filter((key) => this.#inFlight.has(key)));
    return keys.filter((key) => !this.#inFlight.has(key));
  }

  #begin(keys: readonly string[], pass?: Pass): Batch {
    const startedMs = this.#clock.monotonicMs();
    for (const key of keys) this.#inFlight.set(key, false);
    if (pass !== undefined) pass.batchesInFlight += 1;
    return {
      keys,
      finish: (outcome) => {
        const cooldownMs = (this.#clock.monotonicMs() - startedMs) * COOLDOWN_FACTOR;
        this.#adaptBatchSize(keys.length, outcome === 'failed');
        for (const key of keys) this.#finishKey(key, outcome === 'failed', cooldownMs / keys.length);
        if (pass === undefined) return;
        pass.batchesInFlight -= 1;
        pass.dueMs = this.#clock.monotonicMs() + cooldownMs;
        if (outcome === 'failed') pass.waiting.unshift(...keys);
        if (outcome === 'different') pass.isBackground = false;
      },
    };
  }

  /** @param size of the batch that was read */
  #adaptBatchSize(size: number, isFailed: boolean): void {
    if (!isFailed && size >= this.#batchSize)
      this.#batchSize = Math.min(this.#maxBatchSize, Math.ceil(size * BATCH_GROWTH));
    // Batches in flight together fail together; all of them count once.
    if (isFailed && size > 1) this.#batchSize = Math.min(this.#batchSize, Math.floor(size / 2));
  }

  #finishKey(key: string, isFailed: boolean, cooldownMs: number): void {
    const hasChangedAgain = this.#inFlight.get(key) === true;
    this.#inFlight.delete(key);
    if (!isFailed && !hasChangedAgain) this.#stale.delete(key);
    if (cooldownMs > MIN_COOLDOWN_MS) this.#cooldowns.set(key, this.#clock.monotonicMs() + cooldownMs);
    else if (this.#cooldowns.size > 0) this.#cooldowns.delete(key);
  }

  #isDue(key: string): boolean {
    return this.#stale.has(key) && !this.#inFlight.has(key) && this.#cooldownMs(key) <= 0;
  }

  #cooldownMs(key: string): number {
    return (this.#cooldowns.get(key) ?? -Infinity) - this.#clock.monotonicMs();
  }
}

function createPass(keys: Iterable<string>, isBackground: boolean): Pass {
  return { waiting: [...keys].reverse(), batchesInFlight: 0, isBackground, dueMs: -Infinity };
}
