/** The duration and the load of rows. */
export interface Form {
  /** Whether it is that of a command, and not of `npm test`. */
  readonly isLong: boolean;
  /** Duration of the load before the fault, and after it. */
  readonly beforeMs: number;
  readonly afterMs: number;
  /** Minimum duration of the fault; it also lasts until health reports `degraded`, if it must. */
  readonly faultMs: number;
  /** Of many players, who ask rarely. */
  readonly checksPerSecond: number;
  readonly getsPerSecond: number;
  /** By how much any bound in time is longer here, for a machine that has other things to do as well. */
  readonly allowanceMs: number;
}

/** The result of one row, as texts. */
export interface Outcome {
  /** The load on the programs during the row, as it was reached. */
  readonly load: readonly string[];
  readonly seen: readonly string[];
  /** The broken promises; empty if all were kept. */
  readonly broken: readonly string[];
}

/** One row of the matrix: a fault, and the promise that holds nevertheless. */
export interface Row<N> {
  /** Such as `Redis is killed, back empty`. */
  readonly fault: string;
  readonly promise: string;
  /** Whether only `npm run chaos` runs it. */
  readonly longFormOnly?: boolean;
  /** The reason why it cannot run on this machine, if so. */
  readonly unavailable?: string | undefined;
  /** @param network what the rows of one suite have in common */
  readonly run: (network: N, form: Form) => Promise<Outcome>;
}

export function mergeOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    load: outcomes.flatMap(({ load }) => load),
    seen: outcomes.flatMap(({ seen }) => seen),
    broken: outcomes.flatMap(({ broken }) => broken),
  };
}

/** @returns the broken promises */
export function brokenAmong(promises: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(promises)
    .filter(([, isKept]) => !isKept)
    .map(([promise]) => promise);
}

/** How long a fault lasts is what is tried; there is nothing to wait for. */
export async function pass(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * How long a server has nothing before it is filled again: long enough for everything to be read again, and
 * looked over.
 */
export const EMPTY_MS = 3000;
