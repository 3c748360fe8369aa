import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { quantile } from '../../tools/bench/quantile.cjs';

/** One value at one time. */
interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** Something of a program that must not grow. */
interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly read: () => number | Promise<number>;
  /** What it may grow by: a fixed amount, or a share of its median. */
  readonly tolerance: { readonly least: number; readonly parts: number };
}

/** The figures of one measure. */
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

/** Why the programs cannot be looked at; undefined where they can. */
export const NO_RESOURCES = existsSync('/proc/self/status') ? undefined : 'this machine has no /proc';

/** What a process holds, as Linux tells it. */
export function measuresOf(program: string, pid: () => number | undefined): Measure[] {
  const folder = (): string => `/proc/${pid() ?? 'self'}`;
  const count = (name: string) => (): number => readdirSync(`${folder()}/${name}`).length;
  const few = { least: 4, parts: 0.05 };
  return [
    {
      name: `${program}: memory`,
      unit: 'MiB',
      read: () => residentMebibytes(`${folder()}/status`),
      tolerance: { least: 24, parts: 0.1 },
    },
    { name: `${program}: open files and sockets`, unit: '', read: count('fd'), tolerance: few },
    { name: `${program}: threads`, unit: '', read: count('task'), tolerance: few },
  ];
}

/** @param usedBytes after a collection */
export function heapMeasure(program: string, usedBytes: () => Promise<number>): Measure {
  return {
    name: `${program}: heap after collection`,
    unit: 'MiB',
    read: async () => (await usedBytes()) / MEBIBYTE,
    tolerance: { least: 6, parts: 0.1 },
  };
}

/** Samples of all measures, taken together. */
export class Resources {
  readonly #measures: readonly (Measure & { readonly samples: Sample[] })[];

  constructor(measures: readonly Measure[]) {
    this.#measures = measures.map((measure) => ({ ...measure, samples: [] }));
  }

  /** A process that is being restarted has no sample this time. */
  async sample(): Promise<void> {
    for (const { read, samples } of this.#measures) {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined);
      if (value !== undefined) samples.push({ atMs: performance.now(), value });
    }
  }

  /** @param fromMs samples before, while everything was warming up, do not count */
  growth(fromMs: number): Growth[] {
    return this.#measures.map(({ name, unit, samples, tolerance }) => {
      const counted = samples.filter(({ atMs }) => atMs >= fromMs);
      const middle = median(counted.map(({ value }) => value));
      const mayGrow = Math.max(tolerance.least, tolerance.parts * middle);
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
 * How much values have grown from the first to the last, by the median of the slopes between all pairs (Theil
 * and Sen): up to a quarter of the samples may be far off, such as those before a collection, without moving
 * it.
 */
export function growthOf(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((from, index) =>
    samples.slice(index + 1).map((to) => (to.value - from.value) / (to.atMs - from.atMs)),
  );
  const spanMs = (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0);
  return median(slopes) * spanMs;
}

/** @returns 0 where there are none */
export function median(values: readonly number[]): number {
  return quantile(values.filter(Number.isFinite), 0.5) || 0;
}
