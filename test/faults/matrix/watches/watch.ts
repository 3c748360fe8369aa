import { quantile } from '../../../../tools/measure/quantile.mjs';
import type { Outcome } from '../row.ts';

/** Puts load on the network or observes it during a fault, and checks the results. */
export interface Watch {
  /** Called immediately before the fault begins. */
  faultBegan?(): void;
  /** Resolves when the fault is visible, or after the time limit for that. */
  untilFaultSeen?(): Promise<void>;
  /** Called when the fault is over. */
  faultEnded?(): void;
  /** @returns the results */
  stop(): Promise<Outcome>;
}

/** @returns the quantile, rounded; 0 if there are no values */
export function percentile(values: readonly number[], part: number): number {
  return Math.round(quantile(values, part) || 0);
}
