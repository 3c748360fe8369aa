/** The duration and the load of rows. */
export interface Form {
  /** True for `npm run chaos` and `npm run attack`, false for `npm test`. */
  readonly isLong: boolean;
  /** Duration of the load before the fault. */
  readonly beforeMs: number;
  /** Duration of the load after the fault. */
  readonly afterMs: number;
  /** Minimum duration of the fault. It lasts until health reports `degraded`, if the row requires that. */
  readonly faultMs: number;
  /** Rate of the requests of many players, each of which sends one rarely. */
  readonly checksPerSecond: number;
  /** Rate of the requests of a few players, each of which exceeds its limit. */
  readonly overLimitPerSecond: number;
  readonly getsPerSecond: number;
  /** Added to each time limit, for a machine that also runs other programs. */
  readonly allowanceMs: number;
}

/** The result of one row, as texts. */
export interface Outcome {
  /** The actual load on the programs during the row. */
  readonly load: readonly string[];
  /** The measured results. */
  readonly seen: readonly string[];
  /** The broken guarantees; empty if all were kept. */
  readonly broken: readonly string[];
}

/** One row of the matrix: a fault, and the guarantee that must hold during it. */
export interface Row<N> {
  /** Such as `Redis is killed, restarted empty`. */
  readonly fault: string;
  readonly guarantee: string;
  /** Whether only the long form includes this row. */
  readonly longFormOnly?: boolean;
  /** The reason why this row cannot run on this machine; undefined if it can. */
  readonly unavailable?: string | undefined;
  /** @param network the programs under test, shared by the rows of a suite */
  readonly run: (network: N, form: Form) => Promise<Outcome>;
}

export function mergeOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    load: outcomes.flatMap(({ load }) => load),
    seen: outcomes.flatMap(({ seen }) => seen),
    broken: outcomes.flatMap(({ broken }) => broken),
  };
}

/** @returns the guarantees whose value is false */
export function brokenGuarantees(guarantees: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(guarantees)
    .filter(([, isKept]) => !isKept)
    .map(([guarantee]) => guarantee);
}

/**
 * Time between a restart with an empty database and its refill: long enough for the programs to read and
 * revalidate everything.
 */
export const EMPTY_MS = 3000;
