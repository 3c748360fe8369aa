import { expect, it } from '@jest/globals';
import { array, assert, boolean, constantFrom, option, property, record } from 'fast-check';
import { isBlocked, isSameState, LAST_MS } from '../../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../../shared/feature-control/entry-state.ts';
import type { ListDifference } from '../../../../../shared/feature-control/list-difference.ts';
import { planSteps } from '../../../../../shared/redis/blocklists/editing/bulk-steps.ts';

const states = record({
  permanent: boolean(),
  untilMs: option(constantFrom(1000, 2000, LAST_MS), { nil: undefined }),
});

const differences = array(record({ before: states, after: states }), { minLength: 1, maxLength: 6 }).map(
  (rows) =>
    rows
      .map((row, index) => ({ feature: `feature-${index}`, ...row }))
      .filter(({ before, after }) => !isSameState(before, after)),
);

function blockedIn(list: ReadonlyMap<string, EntryState>): string[] {
  return [...list].filter(([, state]) => isBlocked(state)).map(([feature]) => feature);
}

/** Returns the blocked features before the first step and after each step. */
function play(difference: ListDifference, supportsCrossSlotScripts: boolean) {
  const list = new Map(difference.map(({ feature, before }) => [feature, before]));
  const blocked = [blockedIn(list)];
  let switchedAt = -1;
  for (const { parts, changes, isSwitch } of planSteps(difference, supportsCrossSlotScripts)) {
    for (const { feature, before, after } of changes) {
      const current = list.get(feature) ?? before;
      for (const part of parts) {
        if (part === 'set') expect(before.permanent).toBe(current.permanent);
        else expect(before.untilMs).toBe(current.untilMs);
      }
      list.set(feature, {
        permanent: parts.includes('set') ? after.permanent : current.permanent,
        untilMs: parts.includes('until') ? after.untilMs : current.untilMs,
      });
    }
    blocked.push(blockedIn(list));
    if (isSwitch) switchedAt = blocked.length - 1;
  }
  return { list, blocked, switchedAt };
}

it.each([true, false])(
  'a list that changes in steps blocks the old or the new features at every moment, and the history shows one step (in one script: %s) [G72]',
  (supportsCrossSlotScripts) => {
    assert(
      property(differences, (difference) => {
        if (difference.length === 0) return;
        const { list, blocked, switchedAt } = play(difference, supportsCrossSlotScripts);
        expect([...list.values()]).toEqual(difference.map(({ after }) => after));
        expect(switchedAt).toBeGreaterThan(0);
        const [old] = blocked;
        for (const each of blocked.slice(0, switchedAt)) expect(each).toEqual(old);
        for (const each of blocked.slice(switchedAt)) expect(each).toEqual(blocked.at(-1));
        const steps = planSteps(difference, supportsCrossSlotScripts);
        expect(steps.filter(({ isSwitch }) => isSwitch)).toHaveLength(1);
        if (!supportsCrossSlotScripts) expect(steps.every(({ parts }) => parts.length === 1)).toBe(true);
      }),
    );
  },
);
