import type { Clock } from './clock.ts';
import type { CancelTimer, Timers } from './timers.ts';

/** Of one slice: how many items, and for how long in milliseconds. What waits meanwhile waits no longer. */
const MOST_ITEMS = 100;
const MOST_MS = 3;

/** The same where items are spread, with the pause after a slice, in milliseconds: short and often. */
const SPREAD = { leastItems: 10, mostMs: 1, pauseMs: 1 } as const;

export interface SlicedQueueDependencies<Item> {
  readonly clock: Clock;
  readonly timers: Timers;
  /** @returns a promise where the next slice has to wait */
  readonly act: (item: Item) => void | Promise<void>;
  /**
   * Over so many milliseconds many items are spread, or more where acting on them takes more than half of
   * the time; left out for one slice right after the other.
   */
  readonly spreadMs?: number;
}

/**
 * Items that something is to be done with, each once however often it is added: after a delay, in which
 * further ones are coalesced, and in slices, so that whatever else the thread has to do comes between them.
 */
export class SlicedQueue<Item> {
  readonly #dependencies: SlicedQueueDependencies<Item>;
  readonly #items = new Set<Item>();
  #timer: { readonly dueMs: number; readonly cancel: CancelTimer } | undefined;
  /** When those that are being acted on are to be done; undefined while none are. */
  #spreadUntilMs: number | undefined;

  constructor(dependencies: SlicedQueueDependencies<Item>) {
    this.#dependencies = dependencies;
  }

  /** @param delayMs one timer serves all: what is added while it runs waits less, never longer */
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
      this.#actOnSome(pending);
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

  #actOnSome(pending: Promise<void>[]): void {
    const { clock, act } = this.#dependencies;
    const startMs = clock.monotonicMs();
    const { mostItems, mostMs } = this.#boundsOfSlice(startMs);
    let count = 0;
    for (const item of this.#items) {
      if (count === mostItems || (count > 0 && clock.monotonicMs() >= startMs + mostMs)) return;
      count += 1;
      this.#items.delete(item);
      const acting = act(item);
      if (acting !== undefined) pending.push(acting);
    }
  }

  #boundsOfSlice(nowMs: number): { readonly mostItems: number; readonly mostMs: number } {
    const { spreadMs } = this.#dependencies;
    if (spreadMs === undefined) return { mostItems: MOST_ITEMS, mostMs: MOST_MS };
    this.#spreadUntilMs ??= nowMs + spreadMs;
    const slices = Math.max(1, (this.#spreadUntilMs - nowMs) / SPREAD.pauseMs);
    const mostItems = Math.max(SPREAD.leastItems, Math.ceil(this.#items.size / slices));
    return { mostItems, mostMs: SPREAD.mostMs };
  }
}
