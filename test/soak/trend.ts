/** One value at one time. */
export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/**
 * How much values have grown from the first to the last, by the median of the slopes between all pairs (Theil and Sen): up to a quarter of the samples may be
 * far off, such as those before a collection, without moving it.
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
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
