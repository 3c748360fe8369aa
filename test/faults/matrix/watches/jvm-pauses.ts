import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import { watchDelays } from './watch-delays.ts';

/**
 * A request is answered with `INTERNAL_ERROR` after 1500 ms, of which two commands to Redis may take 1000. If
 * a pause takes the remaining 500 ms, even a correct proxy misses the deadline.
 */
const SPARE_MS = 500;

/** The times at which a proxy got no CPU time. A busy machine may stop a program for up to a second. */
export class JvmPauses {
  /** By `performance.now()`. */
  readonly #pauses: { readonly beganAtMs: number; endedAtMs: number }[] = [];
  readonly stop: () => void;
  /** The number of answers that are ignored because of a pause. */
  ignoredCount = 0;

  constructor(proxy: Pick<StandIn, 'clock'>) {
    const ask = () => proxy.clock();
    this.stop = watchDelays(ask, (beganAtMs) => {
      const pause = { beganAtMs, endedAtMs: Infinity };
      this.#pauses.push(pause);
      return () => {
        pause.endedAtMs = performance.now();
      };
    });
  }

  /**
   * Counts an answer as ignored if the programs got no CPU time for so long that the proxy could not answer
   * by its deadline.
   * @returns whether the answer is ignored
   */
  ignoreIfPaused(askedAtMs: number, answeredAtMs: number): boolean {
    const pausedMs = this.#pauses.reduce((sum, { beganAtMs, endedAtMs }) => {
      return sum + Math.max(0, Math.min(endedAtMs, answeredAtMs) - Math.max(beganAtMs, askedAtMs));
    }, 0);
    const isIgnored = pausedMs >= SPARE_MS;
    if (isIgnored) this.ignoredCount++;
    return isIgnored;
  }
}
