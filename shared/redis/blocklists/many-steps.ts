import { LAST_MS } from '../../feature-control/entry-state.ts';
import type { EntryState } from '../../feature-control/entry-state.ts';
import type { FeatureChange, ListDifference } from '../../feature-control/list-difference.ts';

/** The two keys of a list. */
export type ListPart = 'set' | 'until';

/** What one script changes. */
export interface ManyStep {
  readonly parts: readonly ListPart[];
  readonly changes: ListDifference;
  /** Whether what is blocked changes with this step: it is the one that the history shows. */
  readonly isSwitch: boolean;
}

/**
 * The steps by which a list changes so that what it blocks is the old at every moment, and from one step on
 * the new, although the set and the timed set are in different slots of a cluster: what leaves the set is
 * timed for ever before, and what enters it is timed for ever until it is there.
 * @param areTogether whether one script may change both keys, as on one server
 */
export function planSteps(difference: ListDifference, areTogether: boolean): readonly ManyStep[] {
  const parts = (['set', 'until'] as const).filter((part) =>
    difference.some((each) => isChangeOf(part, each)),
  );
  if (areTogether || parts.length < 2) return [{ parts, changes: difference, isSwitch: true }];
  const leaving = difference.filter(({ before, after }) => before.permanent && !after.permanent);
  const entering = difference.filter(({ before, after }) => !before.permanent && after.permanent);
  const steps: ManyStep[] = [
    step('until', leaving, ({ before }) => [before, withUntil(before, LAST_MS)]),
    step('set', leaving, ({ before }) => [withUntil(before, LAST_MS), blockedForEver(false)]),
    { ...step('until', difference, switching), isSwitch: true },
    step('set', entering, () => [blockedForEver(false), blockedForEver(true)]),
    step('until', entering, ({ after }) => [blockedForEver(true), after]),
  ];
  const needed = steps.filter(({ changes }) => changes.length > 0);
  if (needed.some(({ isSwitch }) => isSwitch)) return needed;
  return needed.map((each, index) => ({ ...each, isSwitch: index === needed.length - 1 }));
}

/** Whether it changes that key. */
export function isChangeOf(part: ListPart, { before, after }: FeatureChange): boolean {
  return part === 'set' ? before.permanent !== after.permanent : before.untilMs !== after.untilMs;
}

/** @param statesOf what a feature is before the step, and after it */
function step(
  part: ListPart,
  difference: ListDifference,
  statesOf: (change: FeatureChange) => readonly [before: EntryState, after: EntryState],
): ManyStep {
  const changes = difference
    .map((change) => {
      const [before, after] = statesOf(change);
      return { feature: change.feature, before, after };
    })
    .filter((change) => isChangeOf(part, change));
  return { parts: [part], changes, isSwitch: false };
}

/** The set has what was in it and stays; all else that is blocked before or after is timed. */
function switching({ before, after }: FeatureChange): readonly [EntryState, EntryState] {
  const permanent = before.permanent && after.permanent;
  return [
    { permanent, untilMs: before.permanent && !permanent ? LAST_MS : before.untilMs },
    { permanent, untilMs: after.permanent && !permanent ? LAST_MS : after.untilMs },
  ];
}

function withUntil({ permanent }: EntryState, untilMs: number): EntryState {
  return { permanent, untilMs };
}

function blockedForEver(permanent: boolean): EntryState {
  return { permanent, untilMs: LAST_MS };
}
