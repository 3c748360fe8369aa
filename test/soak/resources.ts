import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { quantile } from '../../tools/measure/quantile.mjs';

/** A value at a time of `performance.now()`. */
interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** A resource of a program that must not grow. */
interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly read: () => number | Promise<number>;
  /** Maximum growth: the larger of a fixed amount and a share of the median. */
  readonly tolerance: { readonly amount: number; readonly share: number };
}

/** The growth of one measure. */
export interface Growth {
  readonly name: string;
  readonly unit: string;
  readonly samples: number;
  readonly median: number;
  readonly growth: number;
  readonly mayGrow: number;
}

const MEBIBYTE = 2 ** 20;
const RESIDENT = 'VmRSS';

/** Why resources cannot be measured on this machine; undefined if they can. */
export const NO_RESOURCES = existsSync('/proc/self/status') ? undefined : 'this machine has no /proc';

/** Returns the measures of a process that Linux reports. */
export function measuresOf(program: string, pid: () => number | undefined): Measure[] {
  const folder = (): string => `/proc/${pid() ?? 'self'}`;
  const count = (name: string) => (): number => readdirSync(`${folder()}/${name}`).length;
  const few = { amount: 4, share: 0.05 };
  return [
    {
      name: `${program}: memory`,
      unit: 'MiB',
      read: () => residentMebibytes(`${folder()}/status`),
      tolerance: { amount: 24, share: 0.1 },
    },
    { name: `${program}: open files and sockets`, unit: '', read: count('fd'), tolerance: few },
    { name: `${program}: threads`, unit: '', read: count('task'), tolerance: few },
  ];
}

/** @param usedBytes returns the size of the used heap after garbage collection */
export function heapMeasure(program: string, usedBytes: () => Promise<number>): Measure {
  return {
    name: `${program}: heap after garbage collection`,
    unit: 'MiB',
    read: async () => (await usedBytes()) / MEBIBYTE,
    tolerance: { amount: 6, share: 0.1 },
  };
}

/** Takes samples of all measures at the same times. */
export class Resources {
  readonly #measures: readonly (Measure & { readonly samples: Sample[] })[];

  constructor(measures: readonly Measure[]) {
    this.#measures = measures.map((measure) => ({ ...measure, samples: [] }));
  }

  /** Takes a sample of each measure, except for processes that are being restarted. */
  async sample(): Promise<void> {
    for (const { read, samples } of this.#measures) {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined);
      if (value !== undefined) samples.push({ atMs: performance.now(), value });
    }
  }

  /** @param fromMs end of the warm-up; earlier samples do not count */
  growth(fromMs: number): Growth[] {
    return this.#measures.map(({ name, unit, samples, tolerance }) => {
      const counted = samples.filter(({ atMs }) => atMs >= fromMs);
      const middle = median(counted.map(({ value }) => value));
      const mayGrow = Math.max(tolerance.amount, tolerance.share * middle);
      return { name, unit, samples: counted.length, median: middle, growth: growthOf(counted), mayGrow };
    });
  }
}

function residentMebibytes(file: string): number {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(RESIDENT));
  return Number(/\d+/.exec(line ?? '')?.[0] ?? 0) / 1024;
}

/**
 * Returns the growth from the first sample to the last, by the median of the slopes between all pairs
 * (Theil–Sen estimator). Up to a quarter of the samples may be outliers, such as those before a garbage
 * collection, without affecting the result.
 */
function growthOf(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((from, index) =>
    samples.slice(index + 1).map((to) => (to.value - from.value) / (to.atMs - from.atMs)),
  );
  const spanMs = (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0);
  return median(slopes) * spanMs;
}

/** @returns the median; 0 for no values */
export function median(values: readonly number[]): number {
  return quantile(values.filter(Number.isFinite), 0.5) || 0;
}
