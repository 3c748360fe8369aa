import { LAST_MS, stateAt } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../../shared/feature-control/list-difference.ts';
import type { ListBody } from '../../../../shared/rest/console.ts';
import { compareNames } from './compare-names.ts';

/** A blocked feature of a list. */
export interface BlockedFeature {
  readonly feature: string;
  readonly state: EntryState;
  /** When it is free again, in milliseconds since the epoch; undefined if it is permanently blocked. */
  readonly endMs: number | undefined;
}

/**
 * Returns the features that a list blocks, in natural order.
 * @param nowMs the time of Redis's clock; timed blocks that have ended are omitted
 */
export function blockedFeatures({ features, until }: ListBody, nowMs: number): readonly BlockedFeature[] {
  const permanent = new Set(features);
  const timed = Object.keys(until).filter((name) => !permanent.has(name) && (until[name] ?? 0) > nowMs);
  return [...features, ...timed].sort(compareNames).map((feature) => {
    const isPermanent = permanent.has(feature);
    const untilMs = until[feature];
    return {
      feature,
      state: stateAt({ permanent: isPermanent, untilMs }, nowMs),
      endMs: isPermanent || untilMs === LAST_MS ? undefined : untilMs,
    };
  });
}

/** Returns the contents to compare with others: each feature either without or with an end. */
export function contentsOf(blocked: readonly BlockedFeature[]): ListContents {
  const names = blocked.filter(({ endMs }) => endMs === undefined).map(({ feature }) => feature);
  const until = blocked.flatMap(({ feature, endMs }) =>
    endMs === undefined ? [] : [[feature, endMs] as const],
  );
  return { blocked: names, until: new Map(until) };
}
