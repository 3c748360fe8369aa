import { LAST_MS } from '../../../feature-control/entry-state.ts';
import type { EntryState } from '../../../feature-control/entry-state.ts';
import type { FeatureChange, ListDifference } from '../../../feature-control/list-difference.ts';

/** One of the two keys of a list. */
export type ListPart = 'set' | 'until';

const PARTS: readonly ListPart[] = ['set', 'until'];

/** The changes that one script makes. */
export interface BulkStep {
  /** The keys that the script compares, and of which it changes one or more. */
  readonly parts: readonly ListPart[];
  readonly changes: ListDifference;
  /** Whether the set of blocked features changes in this step. The history shows this step. */
  readonly isSwitch: boolean;
}

/**
 * Plans the steps of a change so that at every moment the list blocks exactly the old features, and from one
 * step on exactly the new ones, although its set and timed set are in different slots of a cluster. A feature
 * gets a timed block without an end before it leaves the set, and until it has entered the set.
 * @param supportsCrossSlotScripts whether one script may change both keys, as on a single server
 */
export function planSteps(
  difference: ListDifference,
  supportsCrossSlotScripts: boolean,
): readonly BulkStep[] {
  const parts = partsOf(difference, supportsCrossSlotScripts);
  if (supportsCrossSlotScripts || parts.length < 2) return [{ parts, changes: difference, isSwitch: true }];
  const leaving = difference.filter(({ before, after }) => before.permanent && !after.permanent);
  const entering = difference.filter(({ before, after }) => !before.permanent && after.permanent);
  const steps: BulkStep[] = [
    step('until', leaving, ({ before }) => [before, withUntil(before, LAST_MS)]),
    step('set', leaving, ({ before }) => [withUntil(before, LAST_MS), blockedWithoutEnd(false)]),
    { ...step('until', difference, statesOfSwitch), isSwitch: true },
    step('set', entering, () => [blockedWithoutEnd(false), blockedWithoutEnd(true)]),
    step('until', entering, ({ after }) => [blockedWithoutEnd(true), after]),
  ];
  const needed = steps.filter(({ changes }) => changes.length > 0);
  if (needed.some(({ isSwitch }) => isSwitch)) return needed;
  return needed.map((each, index) => ({ ...each, isSwitch: index === needed.length - 1 }));
}

/** Returns the keys that a script compares: both, or in a cluster those that it changes. */
export function partsOf(difference: ListDifference, supportsCrossSlotScripts: boolean): readonly ListPart[] {
  if (supportsCrossSlotScripts) return PARTS;
  return PARTS.filter((part) => difference.some((each) => isChangeOf(part, each)));
}

/** Whether the change affects that key. */
export function isChangeOf(part: ListPart, { before, after }: FeatureChange): boolean {
  return part === 'set' ? before.permanent !== after.permanent : before.untilMs !== after.untilMs;
}

/** @param statesOf returns the state of a feature before and after the step */
function step(
  part: ListPart,
  difference: ListDifference,
  statesOf: (change: FeatureChange) => readonly [before: EntryState, after: EntryState],
): BulkStep {
  const changes = difference
    .map((change) => {
      const [before, after] = statesOf(change);
      return { feature: change.feature, before, after };
    })
    .filter((change) => isChangeOf(part, change));
  return { parts: [part], changes, isSwitch: false };
}

/**
 * In the step that switches, the set contains the features that are in it before and after; all other blocked
 * features are timed.
 */
function statesOfSwitch({ before, after }: FeatureChange): readonly [EntryState, EntryState] {
  const permanent = before.permanent && after.permanent;
  return [
    { permanent, untilMs: before.permanent && !permanent ? LAST_MS : before.untilMs },
    { permanent, untilMs: after.permanent && !permanent ? LAST_MS : after.untilMs },
  ];
}

function withUntil({ permanent }: EntryState, untilMs: number): EntryState {
  return { permanent, untilMs };
}

function blockedWithoutEnd(permanent: boolean): EntryState {
  return { permanent, untilMs: LAST_MS };
}
