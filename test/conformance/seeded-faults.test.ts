import { beforeAll, describe, expect, it } from '@jest/globals';
import { rulesFor } from '../../tools/check/conformance/rules.mjs';
import { checkAll } from './check-all.mjs';
import { checkSimulatedMod } from './simulated-mod.mjs';

/** The rules that must be reported as broken, by fault. Other rules may be reported as well. */
const SERVER_FAULTS: Readonly<Record<string, readonly string[]>> = {
  'does not announce the channel': ['F-CHANNEL-1', 'C-ANN-1'],
  'answers with another id': ['W-REQ-2', 'W-OK-1', 'W-ERR-1'],
  'writes a length before the JSON text': ['W-PACKET-1', 'F-CHANNEL-3', 'C-PKT-1'],
  'answers twice': ['C-ANS-1'],
  'drops packets that are not JSON': ['E-BAD-1', 'C-ANS-1'],
  'ignores the blocklists': ['F-RULE-2', 'F-RULE-3'],
  'has no limit': ['F-RATE-1', 'F-RATE-2', 'E-RATE-1'],
  'shares one limit among all players': ['A-GAME-2'],
  'sends on the long channel name to old clients': ['C-NAME-2'],
};
const MOD_FAULTS: Readonly<Record<string, readonly string[]>> = {
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

describe.each([
  { side: 'server', faults: SERVER_FAULTS },
  { side: 'mod', faults: MOD_FAULTS },
] as const)('the checker of a $side', ({ side, faults }) => {
  let checked: Awaited<ReturnType<typeof checkAll>>;

  beforeAll(async () => {
    checked = await checkAll(side, Object.keys(faults));
  });

  it('passes one without faults in every observable rule', () => {
    const { results } = checked;
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(15);
    const unexplained = results.filter(
      ({ outcome, details: [why] }) => outcome !== 'passed' && !isReason(why),
    );
    expect(unexplained).toEqual([]);
  });

  it.each(Object.entries(faults))('reports one that %s', (fault, rules) => {
    expect(checked.byFault[fault]).toEqual(expect.arrayContaining([...rules]));
  });
});

it('does not judge what a mod can no longer show if the player leaves', () => {
  const judged = checkSimulatedMod([], rulesFor('mod'), 15_000);
  expect(judged.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(judged.find(({ id }) => id === 'C-MOD-1')?.outcome).toBe('not judged');
});
