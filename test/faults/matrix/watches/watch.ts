import { quantile } from '../../../../tools/bench/quantile.cjs';
import type { Outcome } from '../row.ts';

/** Generates load on the network or observes it during a fault, and checks the results. */
export interface Watch {
  /** The fault begins. */
  began?(): void;
  /** Resolves when the fault has become visible if it must, or the deadline for that is over. */
  sawFault?(): Promise<void>;
  /** The fault is over. */
  ended?(): void;
  stop(): Promise<Outcome>;
}

/** @returns the quantile as a whole number; 0 where there are no values */
export function percentile(values: readonly number[], part: number): number {
  return Math.round(quantile(values, part) || 0);
}
