import type { Counters } from '../../shared/redis/nodes/node-record.ts';

/** In seconds: from a response from memory to one that waits for the compression of a large body. */
const LIMITS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, Infinity];

/** Counts the responses of the public interface since the start. */
export class ResponseCounters {
  readonly #byStatus = new Map<number, number>();
  readonly #byLimit: number[] = LIMITS.map(() => 0);
  #sumMs = 0;

  /** @param seconds from the headers of the request to the end of its response */
  add(status: number, seconds: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    const index = LIMITS.findIndex((limit) => seconds <= limit);
    this.#byLimit[index] = (this.#byLimit[index] ?? 0) + 1;
    this.#sumMs += seconds * 1000;
  }

  /** Returns the responses by status. */
  responses(): Counters {
    return Object.fromEntries(this.#byStatus);
  }

  /** Returns the responses by the upper limit of their duration in seconds, and the `sum` in milliseconds. */
  durations(): Counters {
    const byLimit = LIMITS.map((limit, index): [string, number] => [
      limit === Infinity ? 'inf' : String(limit),
      this.#byLimit[index] ?? 0,
    ]);
    return { ...Object.fromEntries(byLimit), sum: Math.round(this.#sumMs) };
  }
}
