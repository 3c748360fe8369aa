import { describe, expect, it } from '@jest/globals';
import { checkSimulatedMod } from './simulated-mod.mjs';

/** The rules that must be reported as broken, by fault. Other rules may be reported as well. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  'sends no request': ['F-CALL-1'],
  'sends a request before JoinGame': ['C-ASK-1', 'F-CALL-1'],
  'reuses an id': ['C-ID-1'],
  'sends the player name as the client': ['F-CHECK-2'],
  'crashes on garbage': ['C-MOD-1'],
  'accepts answers with any id': ['C-MOD-2'],
  'repeats a request immediately': ['F-RATE-1', 'C-ASK-3'],
  polls: ['F-CALL-3'],
};

/** Returns whether a detail explains why the rule was not tested. */
function isReason(why: string | undefined): boolean {
  return why !== undefined && why !== 'did not occur';
}

describe('the checker of a mod', () => {
  it('passes one without faults in every observable rule', () => {
    const results = checkSimulatedMod([]);
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(15);
    const unexplained = results.filter(
      ({ outcome, details: [why] }) => outcome !== 'passed' && !isReason(why),
    );
    expect(unexplained).toEqual([]);
  });

  it.each(Object.entries(FAULTS))('reports one that %s', (fault, rules) => {
    const failed = checkSimulatedMod([fault]).filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining([...rules]));
  });
});

it('does not judge what a mod can no longer show if the player leaves', () => {
  const judged = checkSimulatedMod([], 15_000);
  expect(judged.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(judged.find(({ id }) => id === 'C-MOD-1')?.outcome).toBe('not judged');
});
