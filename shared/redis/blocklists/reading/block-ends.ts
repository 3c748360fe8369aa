import { DueTimes } from '../../../due-times.ts';
import { nextEndMs, NO_TIMED_FEATURES } from '../../../feature-control/timed-features.ts';
import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import type { CancelTimer, Timers } from '../../../timers.ts';
import type { RedisClock } from '../../redis-clock.ts';

interface BlockEndsDependencies {
  readonly clock: Pick<RedisClock, 'epochMs'>;
  readonly timers: Timers;
  /** Called when blocks have ended, with the keys of their timed lists. */
  readonly ended: (keys: ReadonlySet<string>) => void;
}

/** Maximum duration of a timer in milliseconds, because the clock of Redis may be changed in between. */
const MAX_WAIT_MS = 3_600_000;

/**
 * Reports the end of timed blocks, for which there is no write. Sets no timer while there are no timed
 * blocks.
 */
export class BlockEnds {
  readonly #dependencies: BlockEndsDependencies;
  /** When the next block of each timed list ends, by its key. */
  readonly #next = new DueTimes<string>();
  readonly #lists = new Map<string, TimedFeatures>();
  #cancel: CancelTimer = () => undefined;

  constructor(dependencies: BlockEndsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Sets the current contents of a timed list.
   * @param list undefined if the list does not exist
   */
  watch(key: string, list: TimedFeatures | undefined): void {
    if (list === undefined) this.#lists.delete(key);
    else this.#lists.set(key, list);
    this.#next.set(key, nextEndMs(list ?? NO_TIMED_FEATURES, this.#dependencies.clock.epochMs()));
    this.#schedule();
  }

  /** Must be called when the clock of Redis differs from the previous measurement. */
  clockChanged(): void {
    for (const [key, list] of this.#lists) this.watch(key, list);
  }

  close(): void {
    this.#cancel();
    this.#lists.clear();
  }

  #schedule(): void {
    this.#cancel();
    const waitMs = this.#next.earliest - this.#dependencies.clock.epochMs();
    if (waitMs === Infinity) return;
    this.#cancel = this.#dependencies.timers.after(Math.min(Math.max(0, waitMs), MAX_WAIT_MS), () => {
      const ended = new Set(this.#next.takeUntil(this.#dependencies.clock.epochMs()));
      for (const key of ended) this.watch(key, this.#lists.get(key));
      this.#schedule();
      if (ended.size > 0) this.#dependencies.ended(ended);
    });
  }
}
