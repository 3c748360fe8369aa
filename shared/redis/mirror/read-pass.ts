import type { Clock } from '../../clock.ts';

/** After a batch of the background, so many times as long as it took nothing is read: revalidation takes a fifth of the time at most. */
const PAUSE_FACTOR = 4;

/** A walk through all keys of a kind, in batches. */
export class ReadPass {
  readonly #clock: Clock;
  readonly #keys: string[];
  #next = 0;
  #inFlight = 0;
  /** Whether everything is read for the first time, or after changes were not reported; else what was missed is looked for. */
  readonly isLoad: boolean;
  #isUrgent: boolean;
  #pausedUntilMs = -Infinity;

  /** @param isLoad makes it go on without pauses, several batches at a time */
  constructor(keys: Iterable<string>, isLoad: boolean, clock: Clock) {
    this.#keys = [...keys];
    this.isLoad = isLoad;
    this.#isUrgent = isLoad;
    this.#clock = clock;
  }

  /** Where one change was missed, more may be: goes on without pauses. */
  hurry(): void {
    this.#isUrgent = true;
  }

  /** Whether every key was read. */
  get isComplete(): boolean {
    return this.#next >= this.#keys.length && this.#inFlight === 0;
  }

  /** Milliseconds until the next batch may be read; 0 or less for now, Infinity while there is none. */
  waitMs(): number {
    if (this.#next >= this.#keys.length) return Infinity;
    if (this.#isUrgent) return 0;
    return this.#inFlight > 0 ? Infinity : this.#pausedUntilMs - this.#clock.monotonicMs();
  }

  /** @returns the next keys, but none that is being read already: those come later, perhaps all of them */
  take(most: number, isInFlight: (key: string) => boolean): string[] {
    const taken = this.#keys.slice(this.#next, this.#next + most);
    this.#next += taken.length;
    const later = taken.filter(isInFlight);
    if (later.length === 0) return taken;
    this.#keys.push(...later);
    return taken.filter((key) => !later.includes(key));
  }

  /** A batch is being read. @returns to be called with whether it was */
  begin(keys: readonly string[]): (isRead: boolean) => void {
    const startedMs = this.#clock.monotonicMs();
    this.#inFlight += 1;
    return (isRead) => {
      const now = this.#clock.monotonicMs();
      this.#inFlight -= 1;
      this.#pausedUntilMs = now + (now - startedMs) * PAUSE_FACTOR;
      if (!isRead) this.#keys.push(...keys);
    };
  }
}
