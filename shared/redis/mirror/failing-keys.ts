import type { Clock } from '../../clock.ts';
import { DueTimes } from '../../due-times.ts';
import { Backoff } from './backoff.ts';

/** The longest pause between attempts to read a key that fails alone, in milliseconds. */
const MAX_PAUSE_MS = 10_000;

/** After this many failed attempts, which take some seconds, nothing waits for a value any more. */
const MAX_AWAITED_FAILURES = 5;

/** Keys whose last read has failed, and when each is read again. */
export class FailingKeys {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #backoffs = new Map<string, Backoff>();
  /** On the monotonic clock. */
  readonly #retries = new DueTimes<string>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#backoffs.size;
  }

  /** Whether all have failed so often that nothing waits for them. */
  get areGivenUp(): boolean {
    return [...this.#backoffs.values()].every(({ failures }) => failures >= MAX_AWAITED_FAILURES);
  }

  /** Milliseconds until one is read again; Infinity if there is none. */
  get waitMs(): number {
    return this.#retries.earliest - this.#clock.monotonicMs();
  }

  record(key: string): void {
    const backoff = this.#backoffs.get(key) ?? new Backoff(this.#clock, MAX_PAUSE_MS);
    backoff.recordFailure();
    this.#backoffs.set(key, backoff);
    this.#retries.set(key, this.#clock.monotonicMs() + backoff.waitMs());
  }

  /** Returns those that are to be read again now. Each is returned once for each failure. */
  takeDue(): readonly string[] {
    return this.#retries.takeUntil(this.#clock.monotonicMs());
  }

  forget(key: string): void {
    this.#backoffs.delete(key);
    this.#retries.delete(key);
  }

  forgetAll(): void {
    for (const key of this.#backoffs.keys()) this.forget(key);
  }
}
