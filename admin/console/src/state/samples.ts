import type { NodeSample } from '../../../../shared/rest/console.ts';

const HOUR_MS = 3_600_000;

/** Adds a point to those of a chart, and removes the points that are more than an hour older. */
export function withSample(samples: readonly NodeSample[], sample: NodeSample): readonly NodeSample[] {
  const [seenAt] = sample;
  return [...samples.filter(([before]) => before < seenAt && before >= seenAt - HOUR_MS), sample];
}
