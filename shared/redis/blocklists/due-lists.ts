import type { Clock } from '../../clock.ts';
import { ReadingRests } from './reading-rests.ts';

/** The lists that are to be read again, each once however often it changed, and no sooner than it has rested from the last time. */
export class DueLists {
  readonly #clock: Clock;
  readonly #changed = new Set<string>();
  readonly #rests = new ReadingRests();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(key: string): void {
    this.#changed.add(key);
  }

  has(key: string): boolean {
    return this.#changed.has(key);
  }

  clear(): void {
    this.#changed.clear();
  }

  /** The lists are being read from now on: a change that is added later is not in what is read. @returns to be called when they were read */
  begin(keys: readonly string[]): () => void {
    for (const key of keys) this.#changed.delete(key);
    const startedAt = this.#clock.monotonicMs();
    return () => {
      this.#rests.noteReading(keys, startedAt, this.#clock.monotonicMs());
    };
  }

  /** Those that have rested. */
  now(): string[] {
    const now = this.#clock.monotonicMs();
    return [...this.#changed].filter((key) => this.#rests.isOver(key, now));
  }

  /** @returns milliseconds until the first of them has rested; undefined where there are none */
  shortestRest(): number | undefined {
    return this.#rests.shortest(this.#changed, this.#clock.monotonicMs());
  }
}
