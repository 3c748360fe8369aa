/** How long and how hard rows are tried. */
export interface Form {
  /** Whether it is that of a command, and not of `npm test`. */
  readonly isLong: boolean;
  /** How long the load goes on before the fault, and after it. */
  readonly beforeMs: number;
  readonly afterMs: number;
  /** How long the fault lasts at least: also until health says `degraded`, where it must. */
  readonly faultMs: number;
  /** Of many players, who ask rarely. */
  readonly checksPerSecond: number;
  readonly getsPerSecond: number;
  /** By how much any bound in time is longer here, for a machine that has other things to do as well. */
  readonly allowanceMs: number;
}

/** The result of one row, in words. */
export interface Outcome {
  /** What was asked of the programs meanwhile, as it was reached. */
  readonly load: readonly string[];
  readonly seen: readonly string[];
  /** The promises that were not kept; none when all is well. */
  readonly broken: readonly string[];
}

/** One row of the matrix: something that goes wrong, and what is promised all the same. */
export interface Row<N> {
  /** Such as `Redis is killed, back empty`. */
  readonly fault: string;
  readonly promise: string;
  /** Whether it is tried by `npm run chaos` alone. */
  readonly longFormOnly?: boolean;
  /** Why it cannot be tried on this machine, where it cannot. */
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

/** @returns those of the promises that are not kept */
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
