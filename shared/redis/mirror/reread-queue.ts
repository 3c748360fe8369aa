import type { Clock } from '../../clock.ts';
import { UpdateThrottle } from './update-throttle.ts';

/**
 * What was slow to read is not read again before this many times as long: reading leaves Redis free for
 * others.
 */
const COOLDOWN_FACTOR = 4;

/** Shorter cooldowns of a key are not worth a timer. */
const SHORTEST_COOLDOWN_MS = 100;

/** How a batch was read, and whether a value is different from what was known. */
export type Outcome = 'failed' | 'same' | 'different';

/** Keys that are being read together. */
export interface Batch {
  readonly keys: readonly string[];
  /** To be called once, when that is over. What could not be read stays in the queue. */
  readonly finish: (outcome: Outcome) => void;
}

/** All keys of the kind, which are read one batch after another. */
interface Pass {
  /** Those that are not being read yet, the next one last. */
  readonly waiting: string[];
  batchesInFlight: number;
  /** Whether batches are read one at a time, with a cooldown after each. */
  isBackground: boolean;
  /** When the next batch in the background may be read, on the monotonic clock. */
  dueMs: number;
}

/**
 * The keys of one kind that are to be read, never twice at a time. Those that have changed come first: each
 * once however often it changed, after its cooldown, in rounds of which there are so many a second at most.
 * After them comes the current pass over all keys.
 */
export class RereadQueue {
  readonly #clock: Clock;
  readonly #rounds: UpdateThrottle;
  /** Keys that have changed since they were last read. */
  readonly #stale = new Set<string>();
  /** The stale keys that the present round has not begun to read. */
  #round: string[] = [];
  #pass: Pass = createPass([], false);
  /** Keys that are being read, with whether they have changed since that began. */
  readonly #inFlight = new Map<string, boolean>();
  /** When cooldowns are over, on the monotonic clock. */
  readonly #cooldowns = new Map<string, number>();

  /** @param mostRoundsPerSecond 2 or more; Infinity for as many as there are */
  constructor(clock: Clock, mostRoundsPerSecond: number) {
    this.#clock = clock;
    this.#rounds = new UpdateThrottle(clock, mostRoundsPerSecond);
  }

  /** Whether every key that was stale, or of the current pass, has been read. */
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
   * Begins a pass over these keys, in place of the current one. What is being read already is read again.
   * @param isBackground whether it leaves Redis free for others, until a value turns out to be different:
   * where one change was missed, more may be
   */
  startPass(keys: Iterable<string>, isBackground: boolean): void {
    this.#pass = createPass(keys, isBackground);
  }

  /**
   * @returns at most `most` keys that may be read by now, which counts as begun; undefined where there are
   * none
   */
  take(most: number): Batch | undefined {
    const stale = this.#takeStale(most);
    if (stale.length > 0) return this.#begin(stale);
    const others = this.#takeOfPass(most);
    return others.length > 0 ? this.#begin(others, this.#pass) : undefined;
  }

  /** Milliseconds until `take()` may return keys; 0 or less for now, Infinity where it waits for a batch. */
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

  #takeStale(most: number): string[] {
    for (;;) {
      if (this.#round.length === 0 && !this.#startRound()) return [];
      const keys = this.#round.splice(-most).filter((key) => this.#isDue(key));
      if (keys.length > 0) return keys;
    }
  }

  #startRound(): boolean {
    if (this.#rounds.waitMs() > 0) return false;
    this.#round = [...this.#stale].filter((key) => this.#isDue(key));
    if (this.#round.length === 0) return false;
    this.#rounds.noteUpdate();
    return true;
  }

  #takeOfPass(most: number): string[] {
    if (this.#passWaitMs() > 0) return [];
    const { waiting } = this.#pass;
    const keys = waiting.splice(-most).reverse();
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
        for (const key of keys) this.#finishKey(key, outcome === 'failed', cooldownMs / keys.length);
        if (pass === undefined) return;
        pass.batchesInFlight -= 1;
        pass.dueMs = this.#clock.monotonicMs() + cooldownMs;
        if (outcome === 'failed') pass.waiting.unshift(...keys);
        if (outcome === 'different') pass.isBackground = false;
      },
    };
  }

  #finishKey(key: string, isFailed: boolean, cooldownMs: number): void {
    const hasChangedAgain = this.#inFlight.get(key) === true;
    this.#inFlight.delete(key);
    if (!isFailed && !hasChangedAgain) this.#stale.delete(key);
    if (cooldownMs > SHORTEST_COOLDOWN_MS) this.#cooldowns.set(key, this.#clock.monotonicMs() + cooldownMs);
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
