import type { Clock } from './clock.ts';
import type { CancelTimer, Timers } from './timers.ts';

/**
 * Limits of one slice: the number of items, and the time in milliseconds. Other work on the thread waits at
 * most that long.
 */
const MAX_ITEMS = 100;
const MAX_MS = 3;

/** An item that could not be processed is processed again after at most this many milliseconds. */
const RETRY_MS = 1000;

/** `retry` if the item cannot be processed completely yet. */
export type Processed = undefined | 'retry';

interface SlicedQueueDependencies<Item> {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly processItem: (item: Item) => Processed;
}

/**
 * A queue of unique items that are processed after a delay, in slices. Items added during the delay are
 * coalesced; between two slices the thread runs its other tasks.
 */
export class SlicedQueue<Item> {
  readonly #dependencies: SlicedQueueDependencies<Item>;
  readonly #items = new Set<Item>();
  #timer: { readonly dueMs: number; readonly cancel: CancelTimer } | undefined;

  constructor(dependencies: SlicedQueueDependencies<Item>) {
    this.#dependencies = dependencies;
  }

  /**
   * @param delayMs one timer serves all items, so an item may be processed earlier than after its own delay,
   * never later
   */
  add(items: Iterable<Item>, delayMs: number): void {
    for (const item of items) this.#items.add(item);
    if (this.#items.size > 0) this.#schedule(delayMs);
  }

  delete(item: Item): void {
    this.#items.delete(item);
  }

  #schedule(delayMs: number): void {
    const { clock, timers } = this.#dependencies;
    const dueMs = clock.monotonicMs() + delayMs;
    if (this.#timer !== undefined && this.#timer.dueMs <= dueMs) return;
    this.#timer?.cancel();
    const cancel = timers.after(delayMs, () => {
      this.#timer = undefined;
      this.#runSlice();
    });
    this.#timer = { dueMs, cancel };
  }

  #runSlice(): void {
    const { clock, processItem } = this.#dependencies;
    const startMs = clock.monotonicMs();
    const retries: Item[] = [];
    let count = 0;
    try {
      for (const item of this.#items) {
        if (count === MAX_ITEMS || (count > 0 && clock.monotonicMs() >= startMs + MAX_MS)) break;
        count += 1;
        this.#items.delete(item);
        if (processItem(item) === 'retry') retries.push(item);
      }
    } finally {
      if (this.#items.size > 0) this.#schedule(0);
      this.add(retries, RETRY_MS);
    }
  }
}
