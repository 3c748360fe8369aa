import { beforeAll, describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';

interface Verdict {
  readonly id: string;
  readonly outcome: 'passed' | 'failed' | 'not judged';
  readonly details: readonly string[];
}
interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly byFault: Readonly<Record<string, readonly string[]>>;
}

/** By fault, rules that have to be named as broken. Others may be, too. */
const OF_SERVERS: Readonly<Record<string, readonly string[]>> = {
  'does not announce the channel': ['F-CHANNEL-1', 'C-ANN-1'],
  'answers with an id of its own': ['W-REQ-2', 'W-OK-1', 'W-ERR-1'],
  'answers with ok as a text': ['W-OK-2', 'W-ERR-2'],
  'has its error codes in lower case': ['W-ERR-3', 'F-RATE-2'],
  'writes a length before the JSON': ['W-PACKET-1', 'F-CHANNEL-3', 'C-PKT-1'],
  'answers twice': ['C-ANS-1'],
  'sends an event after each check': ['P-GAME-2', 'C-EVT-1'],
  'drops what is no JSON': ['E-BAD-1', 'C-ANS-1'],
  'takes an array as a payload': ['W-REQ-5', 'E-BAD-4'],
  'takes an unknown method for a bad request': ['E-FOUND-1', 'C-SUB-1'],
  'answers without features as if there were none': ['F-RULE-1', 'E-BAD-5', 'F-CHECK-4'],
  'answers with the whole list': ['F-RULE-4', 'F-CHECK-5'],
  'repeats what was asked twice': ['C-ANS-2'],
  'knows no list': ['F-RULE-2', 'F-RULE-3'],
  'has no limit': ['F-RATE-1', 'F-RATE-2', 'E-RATE-1'],
  'limits all players together': ['A-GAME-2'],
  'lets refused questions prolong the wait': ['E-RATE-2'],
  'forgets who leaves': ['C-ANS-5'],
  'reads packets of any size': ['C-PKT-2'],
  'speaks to old clients on the long name': ['C-NAME-2'],
};
const OF_MODS: Readonly<Record<string, readonly string[]>> = {
  'asks nothing': ['F-CALL-1'],
  'asks without an announcement': ['C-ANN-3'],
  'asks before JoinGame': ['C-ASK-1', 'F-CALL-1'],
  'uses an id again': ['C-ID-1'],
  'sends no id': ['W-REQ-1'],
  'writes a length before the JSON': ['W-PACKET-1', 'C-PKT-1'],
  'names the player as the client': ['F-CHECK-2'],
  'changes its name': ['F-CHECK-2'],
  'sends its features as one text': ['F-CHECK-4'],
  'crashes on garbage': ['C-MOD-1'],
  'takes any answer for its own': ['C-MOD-2'],
  'answers events': ['C-EVT-2'],
  'asks again at once': ['F-RATE-1', 'C-ASK-3'],
  'gives up after an error': ['C-ASK-3'],
  polls: ['F-CALL-3'],
  'subscribes again after NOT_FOUND': ['C-ASK-4'],
  'does not subscribe again after a missed event': ['C-SUB-3'],
};

const PROGRAM = 'test/conformance/judge-all.mjs';

/** Whether it says why this rule is not judged. */
function isReason(why: string | undefined): boolean {
  return why !== undefined && why !== 'did not occur';
}

describe.each([
  { side: 'server', faults: OF_SERVERS },
  { side: 'mod', faults: OF_MODS },
])('a $side that is judged', ({ side, faults }) => {
  let judged: Judged;

  beforeAll(async () => {
    judged = (await callInNode(PROGRAM, 'judgeAll', side, Object.keys(faults))) as Judged;
  });

  it('passes every rule that can be seen, where it has no fault', () => {
    const { verdicts } = judged;
    expect(verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(15);
    const unexplained = verdicts.filter(
      ({ outcome, details: [why] }) => outcome !== 'passed' && !isReason(why),
    );
    expect(unexplained).toEqual([]);
  });

  it.each(Object.entries(faults))('is found out where it %s', (fault, rules) => {
    expect(judged.byFault[fault]).toEqual(expect.arrayContaining([...rules]));
  });
});

it('a judge on a slow machine finds no fault, and says what it was too late to see', async () => {
  const verdicts = (await callInNode(PROGRAM, 'judgeLate')) as Verdict[];
  expect(verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  const late = verdicts.filter(({ details: [why = ''] }) => why.includes('too slow to ask within'));
  expect(late.map(({ id }) => id)).toContain('C-ANS-5');
});
