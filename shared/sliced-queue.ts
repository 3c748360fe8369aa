import type { Clock } from './clock.ts';
import type { CancelTimer, Timers } from './timers.ts';

/**
 * Limits of one slice: the number of items, and the time in milliseconds. Other work on the thread waits at
 * most that long.
 */
const MAX_ITEMS = 100;
const MAX_MS = 3;

/**
 * The limits of a slice if items are spread, and the pause between two slices in milliseconds. Slices are
 * short and frequent then.
 */
const SPREAD = { minItems: 10, maxMs: 1, pauseMs: 1 } as const;

export interface SlicedQueueDependencies<Item> {
  readonly clock: Clock;
  readonly timers: Timers;
  /**
   * Processes one item.
   * @returns a promise if the next slice must wait for it
   */
  readonly processItem: (item: Item) => void | Promise<void>;
  /**
   * Spreads many items over this many milliseconds, or more if processing them takes over half of that time.
   * Without it, slices follow each other immediately.
   */
  readonly spreadMs?: number;
}

/**
 * A queue of unique items that are processed after a delay, in slices. Items added during the delay are
 * coalesced; between two slices the thread runs its other tasks.
 */
export class SlicedQueue<Item> {
  readonly #dependencies: SlicedQueueDependencies<Item>;
  readonly #items = new Set<Item>();
  #timer: { readonly dueMs: number; readonly cancel: CancelTimer } | undefined;
  /** When the current items should all be processed; undefined while the queue is idle. */
  #spreadUntilMs: number | undefined;

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

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#spreadUntilMs = undefined;
    this.#items.clear();
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
    const pending: Promise<void>[] = [];
    try {
      this.#processSlice(pending);
    } finally {
      if (pending.length === 0) this.#continue();
      else
        void Promise.allSettled(pending).then(() => {
          this.#continue();
        });
    }
  }

  #continue(): void {
    if (this.#items.size > 0) this.#schedule(this.#dependencies.spreadMs === undefined ? 0 : SPREAD.pauseMs);
    else this.#spreadUntilMs = undefined;
  }

  #processSlice(pending: Promise<void>[]): void {
    const { clock, processItem } = this.#dependencies;
    const startMs = clock.monotonicMs();
    const { maxItems, maxMs } = this.#limitsOfSlice(startMs);
    let count = 0;
    for (const item of this.#items) {
      if (count === maxItems || (count > 0 && clock.monotonicMs() >= startMs + maxMs)) return;
      count += 1;
      this.#items.delete(item);
      const processing = processItem(item);
      if (processing !== undefined) pending.push(processing);
    }
  }

  #limitsOfSlice(nowMs: number): { readonly maxItems: number; readonly maxMs: number } {
    const { spreadMs } = this.#dependencies;
    if (spreadMs === undefined) return { maxItems: MAX_ITEMS, maxMs: MAX_MS };
    this.#spreadUntilMs ??= nowMs + spreadMs;
    const slices = Math.max(1, (this.#spreadUntilMs - nowMs) / SPREAD.pauseMs);
    const maxItems = Math.max(SPREAD.minItems, Math.ceil(this.#items.size / slices));
    return { maxItems, maxMs: SPREAD.maxMs };
  }
}
