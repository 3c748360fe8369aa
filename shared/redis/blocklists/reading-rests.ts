/** A list is left alone for this many times as long as reading it took, so that a busy large list does not keep Redis busy too. */
const REST_FACTOR = 4;

/** Shorter rests are not worth a timer. */
const SHORTEST_REST_MS = 100;

/** Until when lists are left alone, in milliseconds of a monotonic clock. */
export class ReadingRests {
  readonly #untilMs = new Map<string, number>();

  noteReading(keys: readonly string[], startedAt: number, finishedAt: number): void {
    const restMs = (finishedAt - startedAt) * REST_FACTOR;
    for (const key of keys) {
      if (restMs > SHORTEST_REST_MS) this.#untilMs.set(key, finishedAt + restMs);
      else this.#untilMs.delete(key);
    }
  }

  isOver(key: string, now: number): boolean {
    return (this.#untilMs.get(key) ?? 0) <= now;
  }

  /** @returns milliseconds until the first of them may be read, at least 1; undefined where there are none */
  shortest(keys: Iterable<string>, now: number): number | undefined {
    let shortestMs: number | undefined;
    for (const key of keys) {
      const restMs = Math.max(1, (this.#untilMs.get(key) ?? now) - now);
      shortestMs = Math.min(shortestMs ?? restMs, restMs);
    }
    return shortestMs;
  }
}
