import type { Clock } from '../../clock.ts';
import { UpdateThrottle } from './update-throttle.ts';

/** A key is not read again before this many times as long as its last reading took: a large value that changes often does not keep Redis busy. */
const COOLDOWN_FACTOR = 4;

/** Shorter cooldowns are not worth a timer. */
const SHORTEST_COOLDOWN_MS = 100;

/**
 * The keys that have changed and are to be read again: each once however often it changed, never twice at a time, and
 * not before its cooldown is over. They are read in rounds, of which there are so many a second at most.
 */
export class RereadQueue {
  readonly #clock: Clock;
  readonly #rounds: UpdateThrottle;
  /** What is left of the present round. */
  #round: string[] = [];
  readonly #changed = new Set<string>();
  readonly #inFlight = new Set<string>();
  /** When cooldowns are over, on the monotonic clock. */
  readonly #cooldowns = new Map<string, number>();

  /** @param mostRoundsPerSecond 2 or more; Infinity for as many as there are */
  constructor(clock: Clock, mostRoundsPerSecond: number) {
    this.#clock = clock;
    this.#rounds = new UpdateThrottle(clock, mostRoundsPerSecond);
  }

  get isEmpty(): boolean {
    return this.#changed.size === 0;
  }

  add(key: string): void {
    this.#changed.add(key);
  }

  /** Whether a key is to be read again, and that has not begun. */
  has(key: string): boolean {
    return this.#changed.has(key);
  }

  isInFlight(key: string): boolean {
    return this.#inFlight.has(key);
  }

  /** @returns at most `most` keys that may be read by now; they stay in the queue until `begin()` */
  nextBatch(most: number): string[] {
    for (;;) {
      if (this.#round.length === 0 && !this.#startRound()) return [];
      const keys = this.#round.splice(-most).filter((key) => this.#isDue(key));
      if (keys.length > 0) return keys;
    }
  }

  /** Milliseconds until a key that is not being read may be; 0 or less for now, Infinity where there is none. */
  waitMs(): number {
    let shortest = Infinity;
    for (const key of this.#changed) {
      if (!this.#inFlight.has(key)) shortest = Math.min(shortest, this.#cooldownMs(key));
      if (shortest <= 0) break;
    }
    return this.#round.length > 0 ? shortest : Math.max(shortest, this.#rounds.waitMs());
  }

  /** These keys are being read from now on: a change that is added later is not in what is read. @returns to be called when they were */
  begin(keys: readonly string[]): () => void {
    const startedMs = this.#clock.monotonicMs();
    for (const key of keys) {
      this.#changed.delete(key);
      this.#inFlight.add(key);
    }
    return () => {
      this.#finish(keys, startedMs);
    };
  }

  #startRound(): boolean {
    if (this.#rounds.waitMs() > 0) return false;
    this.#round = [...this.#changed].filter((key) => this.#isDue(key));
    if (this.#round.length === 0) return false;
    this.#rounds.noteUpdate();
    return true;
  }

  #isDue(key: string): boolean {
    return this.#changed.has(key) && !this.#inFlight.has(key) && this.#cooldownMs(key) <= 0;
  }

  #finish(keys: readonly string[], startedMs: number): void {
    const now = this.#clock.monotonicMs();
    const cooldownMs = ((now - startedMs) / keys.length) * COOLDOWN_FACTOR;
    for (const key of keys) {
      this.#inFlight.delete(key);
      if (cooldownMs > SHORTEST_COOLDOWN_MS) this.#cooldowns.set(key, now + cooldownMs);
      else if (this.#cooldowns.size > 0) this.#cooldowns.delete(key);
    }
  }

  #cooldownMs(key: string): number {
    return (this.#cooldowns.get(key) ?? -Infinity) - this.#clock.monotonicMs();
  }
}
