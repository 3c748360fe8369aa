import type { Clock } from '../../clock.ts';
import { EarliestFirst } from '../../earliest-first.ts';

/**
 * Keys that expire. Redis reports an expired key when it deletes it, which takes it seconds, or minutes where many other
 * keys have an expiry; one that is asked for, it deletes at once.
 */
export class ExpiringKeys {
  readonly #clock: Clock;
  /** By key, when it expires, on the monotonic clock. */
  readonly #times = new EarliestFirst<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param remainingMs milliseconds from now; undefined for a key that does not expire */
  set(key: string, remainingMs: number | undefined): void {
    this.#times.set(key, remainingMs === undefined ? Infinity : this.#clock.monotonicMs() + remainingMs);
  }

  /** @returns the keys that have expired, each once */
  takeExpired(): string[] {
    const now = this.#clock.monotonicMs();
    const expired: string[] = [];
    for (let key = this.#times.first; this.#times.earliest <= now; key = this.#times.first) {
      if (key === undefined) break;
      this.#times.delete(key);
      expired.push(key);
    }
    return expired;
  }

  /** Milliseconds until the next key expires; Infinity for never. */
  waitMs(): number {
    return this.#times.earliest - this.#clock.monotonicMs();
  }
}
