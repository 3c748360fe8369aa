import { DueTimes } from '../../../due-times.ts';
import { nextEndMs, NO_CONTENTS } from '../../../feature-control/list-contents.ts';
import type { ListContents } from '../../../feature-control/list-contents.ts';
import type { CancelTimer, Timers } from '../../../timers.ts';
import type { Mirrored } from '../../mirror/mirrored.ts';
import type { RedisClock } from '../../redis-clock.ts';

interface BlockEndsDependencies {
  readonly lists: Mirrored<ListContents>;
  readonly clock: Pick<RedisClock, 'epochMs'>;
  readonly timers: Timers;
  /** Called when blocks have ended, with the keys of their lists. */
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
  /** When the next block of each list ends, by its key. */
  readonly #next = new DueTimes<string>();
  #cancel: CancelTimer = () => undefined;
  #isClosed = false;

  constructor(dependencies: BlockEndsDependencies) {
    this.#dependencies = dependencies;
    dependencies.lists.listen((changed) => {
      this.#watch(changed);
    });
  }

  /** Must be called when all lists may have other ends: they were adopted, or the clock of Redis was set. */
  anythingChanged(): void {
    this.#watch(this.#dependencies.lists.keys());
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  #watch(keys: Iterable<string>): void {
    const { clock, lists } = this.#dependencies;
    const nowMs = clock.epochMs();
    for (const key of keys) this.#next.set(key, nextEndMs(lists.get(key) ?? NO_CONTENTS, nowMs));
    this.#schedule();
  }

  #schedule(): void {
    const { clock, ended, timers } = this.#dependencies;
    this.#cancel();
    const waitMs = this.#next.earliest - clock.epochMs();
    if (waitMs === Infinity || this.#isClosed) return;
    this.#cancel = timers.after(Math.min(Math.max(0, waitMs), MAX_WAIT_MS), () => {
      const keys = new Set(this.#next.takeUntil(clock.epochMs()));
      this.#watch(keys);
      if (keys.size > 0) ended(keys);
    });
  }
}
