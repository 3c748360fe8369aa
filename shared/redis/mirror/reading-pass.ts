import type { Clock } from '../../clock.ts';

/** The pause after as many values of a revalidation as are read at the same time, in milliseconds. */
const REVALIDATION_PAUSE_MS = 10;

/**
 * A pass over all keys of a collection: a load, without pauses, or a revalidation, which leaves other
 * commands of Redis time between its reads.
 */
export class ReadingPass {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #maxInFlight: number;
  /** The keys that are not read yet. */
  #unread = new Set<string>();
  /** Number of keys of this pass that are being read. */
  #inFlight = 0;
  #isLoad = true;
  /** Number of values that a revalidation may still read before its next pause. */
  #untilPause = 0;
  #nextReadMs = -Infinity;

  /** @param maxInFlight number of keys that are read at the same time */
  constructor(clock: Pick<Clock, 'monotonicMs'>, maxInFlight: number) {
    this.#clock = clock;
    this.#maxInFlight = maxInFlight;
  }

  /** Whether every key was read, or has failed. */
  get isComplete(): boolean {
    return this.#unread.size + this.#inFlight === 0;
  }

  /** Milliseconds until the next key may be read; Infinity if none is left, or others are read before. */
  get waitMs(): number {
    if (this.#unread.size === 0) return Infinity;
    if (this.#isLoad || this.#untilPause > 0) return 0;
    return this.#inFlight > 0 ? Infinity : this.#nextReadMs - this.#clock.monotonicMs();
  }

  /** @param isLoad whether the keys are read without pauses */
  begin(keys: ReadonlySet<string>, isLoad: boolean): void {
    this.#unread = new Set(keys);
    this.#isLoad = isLoad;
  }

  has(key: string): boolean {
    return this.#unread.has(key);
  }

  /** Reads this key, too, or again. */
  add(key: string): void {
    this.#unread.add(key);
  }

  /** Takes a key that may be read now and is not being read. */
  takeNext(isInFlight: (key: string) => boolean): string | undefined {
    if (this.waitMs > 0) return undefined;
    if (this.#untilPause === 0) this.#untilPause = this.#maxInFlight;
    const key = takeFrom(this.#unread, isInFlight);
    if (key !== undefined) this.#untilPause -= 1;
    return key;
  }

  /** Takes a key that is read anyway. @returns whether it was unread */
  take(key: string): boolean {
    return this.#unread.delete(key);
  }

  beginRead(): void {
    this.#inFlight += 1;
  }

  endRead(): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#nextReadMs = this.#clock.monotonicMs() + REVALIDATION_PAUSE_MS;
  }
}

/** Takes the first key that is not being read. */
export function takeFrom(queue: Set<string>, isInFlight: (key: string) => boolean): string | undefined {
  for (const key of queue) {
    if (isInFlight(key)) continue;
    queue.delete(key);
    return key;
  }
  return undefined;
}
