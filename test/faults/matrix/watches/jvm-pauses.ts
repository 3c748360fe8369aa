import { Outages } from '../../../support/model/outages.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';

/**
 * A request is answered with `INTERNAL_ERROR` after 1500 ms, of which two commands to Redis may take 1000. If
 * a pause takes the remaining 500 ms, even a correct proxy misses the deadline.
 */
const SPARE_MS = 500;

/** The times at which a proxy got no CPU time. A busy machine may stop a program for up to a second. */
export class JvmPauses {
  readonly #outages = new Outages();
  readonly stop: () => void;
  /** The number of answers that are ignored because of a pause. */
  ignoredCount = 0;

  /** @param askRedis sends a command to Redis, if its pauses count, too */
  constructor(proxy: Pick<StandIn, 'clock'>, askRedis?: () => Promise<unknown>) {
    const asked = [() => proxy.clock(), ...(askRedis === undefined ? [] : [askRedis])];
    this.stop = this.#outages.watchDelays(asked.map((ask) => ({ ask, hasFaults: false })));
  }

  /**
   * Counts an answer as ignored if the programs got no CPU time for so long that the proxy could not answer
   * by its deadline.
   * @param minPauseMs the shortest pause that counts, in milliseconds
   * @returns whether the answer is ignored
   */
  ignoreIfPaused(askedAtMs: number, answeredAtMs: number, minPauseMs = SPARE_MS): boolean {
    const isIgnored = this.#outages.delayMsBetween(askedAtMs, answeredAtMs) >= minPauseMs;
    if (isIgnored) this.ignoredCount++;
    return isIgnored;
  }
}
