import { watchDelays } from '../delays.ts';
import type { Probe } from '../delays.ts';

/** Maximum delays until an edit is visible, in milliseconds. */
export interface MaxDelays {
  /** While nothing is wrong. */
  readonly lagMs: number;
  /** After an outage. */
  readonly settleMs: number;
}

/** A program whose delays are recorded. */
export interface WatchedProgram extends Pick<Probe, 'ask'> {
  /** Whether faults affect the program. */
  readonly hasFaults: boolean;
}

interface Outage {
  readonly beganAtMs: number;
  endedAtMs: number;
  /** Whether the outage is only that a program got no CPU time. */
  readonly isDelay: boolean;
  /**
   * Whether the delay ends when a fault begins. True for a program that faults affect, because the fault may
   * be the cause from then on.
   */
  readonly endsAtFault: boolean;
}

/** Ends an outage, unless it has ended earlier. */
function end(outage: Outage, atMs: number): void {
  outage.endedAtMs = Math.min(outage.endedAtMs, atMs);
}

/** The outages between the programs and Redis: faults and delays. All times are by `performance.now()`. */
export class Outages {
  readonly #outages: Outage[] = [];
  readonly #lagMs: number;
  readonly #settleMs: number;

  /** @param delays none by default, if only the outages themselves matter */
  constructor({ lagMs, settleMs }: MaxDelays = { lagMs: 0, settleMs: 0 }) {
    this.#lagMs = lagMs;
    this.#settleMs = settleMs;
  }

  /**
   * Records the start of a fault.
   * @returns a function that records its end
   */
  begin(): () => void {
    const beganAtMs = performance.now();
    for (const outage of this.#outages) if (outage.endsAtFault) end(outage, beganAtMs);
    return this.#begin({ beganAtMs, endedAtMs: Infinity, isDelay: false, endsAtFault: false });
  }

  /**
   * Records the delays of these programs from now on.
   * @returns a function that ends this
   */
  watchDelays(programs: readonly WatchedProgram[]): () => void {
    const probes = programs.map(({ ask, hasFaults }) => {
      return { ask, onDelay: (beganAtMs: number) => this.beginDelay(beganAtMs, hasFaults) };
    });
    return watchDelays(probes);
  }

  /**
   * Records the start of a delay: a program gets no CPU time.
   * @param hasFaults whether faults affect the program. If so, the delay is not recorded if there was a fault
   * in the meantime, and ends when the next fault begins
   * @returns a function that records its end
   */
  beginDelay(beganAtMs: number, hasFaults: boolean): () => void {
    if (hasFaults && this.faultSince(beganAtMs)) return () => undefined;
    return this.#begin({ beganAtMs, endedAtMs: Infinity, isDelay: true, endsAtFault: hasFaults });
  }

  #begin(outage: Outage): () => void {
    this.#outages.push(outage);
    return () => {
      end(outage, performance.now());
    };
  }

  /** The number of delays. */
  get delays(): number {
    return this.#outages.filter(({ isDelay }) => isDelay).length;
  }

  /** Whether there was a fault at any time since `fromMs`. */
  faultSince(fromMs: number): boolean {
    return this.#outages.some(({ isDelay, endedAtMs }) => !isDelay && endedAtMs >= fromMs);
  }

  /** Returns for how long programs waited for the CPU from `fromMs` to `toMs`. */
  delayMsBetween(fromMs: number, toMs: number): number {
    const delays = this.#outages.filter(({ isDelay }) => isDelay);
    return delays.reduce((sum, { beganAtMs, endedAtMs }) => {
      return sum + Math.max(0, Math.min(endedAtMs, toMs) - Math.max(beganAtMs, fromMs));
    }, 0);
  }

  /**
   * Returns the time of the oldest state that the answer to a request may contain: slightly before the
   * request, or before an outage.
   */
  oldestAt(askedAtMs: number): number {
    return this.#outages.reduceRight(
      (oldest, { beganAtMs, endedAtMs }) =>
        endedAtMs + this.#settleMs > oldest ? Math.min(oldest, beganAtMs - this.#lagMs) : oldest,
      askedAtMs - this.#lagMs,
    );
  }

  /**
   * Whether there was an outage at any time from `fromMs` to `toMs`, or had ended less than `settleMs`
   * before.
   */
  anyBetween(fromMs: number, toMs: number): boolean {
    return this.#outages.some(
      ({ beganAtMs, endedAtMs }) => beganAtMs <= toMs && endedAtMs + this.#settleMs >= fromMs,
    );
  }
}
