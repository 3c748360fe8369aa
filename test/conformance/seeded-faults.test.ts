import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkAll, checkLate } from './check-all.mjs';

/** The rules that must be reported as broken, by fault. Other rules may be reported as well. */
const SERVER_FAULTS: Readonly<Record<string, readonly string[]>> = {
  'does not announce the channel': ['F-CHANNEL-1', 'C-ANN-1'],
  'answers with another id': ['W-REQ-2', 'W-OK-1', 'W-ERR-1'],
  'answers with ok as a string': ['W-OK-2', 'W-ERR-2'],
  'sends error codes in lower case': ['W-ERR-3', 'F-RATE-2'],
  'writes a length before the JSON text': ['W-PACKET-1', 'F-CHANNEL-3', 'C-PKT-1'],
  'answers twice': ['C-ANS-1'],
  'sends an event after each check': ['P-GAME-2', 'C-EVT-1'],
  'drops packets that are not JSON': ['E-BAD-1', 'C-ANS-1'],
  'accepts an array as a payload': ['W-REQ-5', 'E-BAD-4'],
  'answers BAD_REQUEST to an unknown method': ['E-FOUND-1', 'C-SUB-1'],
  'accepts a request without features': ['F-RULE-1', 'E-BAD-5', 'F-CHECK-4'],
  'answers with the whole list': ['F-RULE-4', 'F-CHECK-5'],
  'repeats duplicate names in the answer': ['C-ANS-2'],
  'ignores the blocklists': ['F-RULE-2', 'F-RULE-3'],
  'has no limit': ['F-RATE-1', 'F-RATE-2', 'E-RATE-1'],
  'shares one limit among all players': ['A-GAME-2'],
  'extends the limit for refused requests': ['E-RATE-2'],
  'resets the limit when a player leaves': ['C-ANS-5'],
  'accepts packets of any size': ['C-PKT-2'],
  'sends on the long channel name to old clients': ['C-NAME-2'],
};
const MOD_FAULTS: Readonly<Record<string, readonly string[]>> = {
  'sends no request': ['F-CALL-1'],
  'sends a request without an announcement': ['C-ANN-3'],
  'sends a request before JoinGame': ['C-ASK-1', 'F-CALL-1'],
  'reuses an id': ['C-ID-1'],
  'sends no id': ['W-REQ-1'],
  'writes a length before the JSON text': ['W-PACKET-1', 'C-PKT-1'],
  'sends the player name as the client': ['F-CHECK-2'],
  'changes its identifier': ['F-CHECK-2'],
  'sends its features as one string': ['F-CHECK-4'],
  'crashes on garbage': ['C-MOD-1'],
  'accepts answers with any id': ['C-MOD-2'],
  'answers events': ['C-EVT-2'],
  'repeats a request immediately': ['F-RATE-1', 'C-ASK-3'],
  'gives up after an error': ['C-ASK-3'],
  polls: ['F-CALL-3'],
  'subscribes again after NOT_FOUND': ['C-ASK-4'],
  'does not subscribe again after a missed event': ['C-SUB-3'],
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

it('the checker of a mod reports invalid subscribe requests, and not that no request was sent', async () => {
  const fault = 'subscribes without subscriptions';
  const { byFault } = await checkAll('mod', [fault]);
  expect(byFault[fault]).toEqual(['F-CHECK-1', 'F-CHECK-4']);
});

it('the checker of a server accepts an event to a player who has subscribed', async () => {
  const behaviour = 'sends an event to a player who has subscribed';
  const { byFault } = await checkAll('server', [behaviour]);
  expect(byFault[behaviour]).toEqual([]);
});

it('on a slow machine, the checker reports no fault, and lists the rules that it was too slow to check', async () => {
  const results = await checkLate();
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  const late = results.filter(({ details: [why = ''] }) => why.includes('too slow to send a request within'));
  expect(late.map(({ id }) => id)).toContain('C-ANS-5');
});
