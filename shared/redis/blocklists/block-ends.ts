import { EarliestFirst } from '../../earliest-first.ts';
import type { TimedFeatures } from '../../feature-control/timed-features.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { RedisClock } from '../redis-clock.ts';

export interface BlockEndsDependencies {
  readonly clock: Pick<RedisClock, 'epochMs'>;
  readonly timers: Timers;
  /** Called when blocks have ended, with the keys of their timed lists. */
  readonly ended: (keys: ReadonlySet<string>) => void;
}

/** The longest that a timer waits, in milliseconds: the clock of Redis may be set meanwhile. */
const MOST_WAIT_MS = 3_600_000;

/** Reports when timed blocks end, which nobody writes. Sets no timer while there are none. */
export class BlockEnds {
  readonly #dependencies: BlockEndsDependencies;
  /** By the key of a timed list, when the next of its blocks ends. */
  readonly #next = new EarliestFirst<string>();
  readonly #lists = new Map<string, TimedFeatures>();
  #cancel: CancelTimer = () => undefined;

  constructor(dependencies: BlockEndsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes over what a timed list holds now. @param list undefined where there is none */
  watch(key: string, list: TimedFeatures | undefined): void {
    if (list === undefined) this.#lists.delete(key);
    else this.#lists.set(key, list);
    this.#next.set(key, list?.nextEndMs(this.#dependencies.clock.epochMs()) ?? Infinity);
    this.#schedule();
  }

  /** To be called when the clock of Redis is another than it was known to be. */
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
    this.#cancel = this.#dependencies.timers.after(Math.min(Math.max(0, waitMs), MOST_WAIT_MS), () => {
      const ended = new Set(this.#next.takeUntil(this.#dependencies.clock.epochMs()));
      for (const key of ended) this.watch(key, this.#lists.get(key));
      this.#schedule();
      if (ended.size > 0) this.#dependencies.ended(ended);
    });
  }
}
