import type { Clock } from './clock.ts';
import type { CancelTimer, Timers } from './timers.ts';

/** Of one slice: how many items, and for how long in milliseconds. What waits meanwhile waits no longer. */
const MOST_ITEMS = 100;
const MOST_MS = 3;

export interface SlicedQueueDependencies<Item> {
  readonly clock: Clock;
  readonly timers: Timers;
  /** @returns a promise where the next slice has to wait */
  readonly act: (item: Item) => void | Promise<void>;
}

/**
 * Items that something is to be done with, each once however often it is added: after a delay, in which
 * further ones are coalesced, and in slices, so that whatever else the thread has to do comes between them.
 */
export class SlicedQueue<Item> {
  readonly #dependencies: SlicedQueueDependencies<Item>;
  readonly #items = new Set<Item>();
  #timer: { readonly dueMs: number; readonly cancel: CancelTimer } | undefined;

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
      const next = (): void => {
        if (this.#items.size > 0) this.#schedule(0);
      };
      if (pending.length === 0) next();
      else void Promise.allSettled(pending).then(next);
    }
  }

  #actOnSome(pending: Promise<void>[]): void {
    const { clock, act } = this.#dependencies;
    const untilMs = clock.monotonicMs() + MOST_MS;
    let count = 0;
    for (const item of this.#items) {
      if (count === MOST_ITEMS || (count > 0 && clock.monotonicMs() >= untilMs)) return;
      count += 1;
      this.#items.delete(item);
      const acting = act(item);
      if (acting !== undefined) pending.push(acting);
    }
  }
}
