import type { Counters } from './redis/programs/program-record.ts';

/** In seconds: from an answer from memory to one that waits for Redis or a slow client. */
const LIMITS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, Infinity];

/** Counts durations since the start, for a histogram. */
export class DurationCounters {
  readonly #byLimit: number[] = LIMITS.map(() => 0);
  #sumMs = 0;

  add(seconds: number): void {
    const index = LIMITS.findIndex((limit) => seconds <= limit);
    this.#byLimit[index] = (this.#byLimit[index] ?? 0) + 1;
    this.#sumMs += seconds * 1000;
  }

  /** Returns the durations by their upper limit in seconds, or `inf`, and their `sum` in milliseconds. */
  counters(): Counters {
    const byLimit = LIMITS.map((limit, index): [string, number] => [
      limit === Infinity ? 'inf' : String(limit),
      this.#byLimit[index] ?? 0,
    ]);
    return { ...Object.fromEntries(byLimit), sum: Math.round(this.#sumMs) };
  }
}
