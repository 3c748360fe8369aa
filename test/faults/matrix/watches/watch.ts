import { quantile } from '../../../../tools/bench/quantile.cjs';
import type { Outcome } from '../row.ts';

/** Puts load on the network, or looks at it, while something goes wrong; and judges what it saw. */
export interface Watch {
  /** Something goes wrong from now on. */
  began?(): void;
  /** Ended when the fault has shown where it must show, or it is too late for that. */
  sawFault?(): Promise<void>;
  /** It is over. */
  ended?(): void;
  stop(): Promise<Outcome>;
}

/** @returns the quantile as a whole number; 0 where there are no values */
export function percentile(values: readonly number[], part: number): number {
  return Math.round(quantile(values, part) || 0);
}
