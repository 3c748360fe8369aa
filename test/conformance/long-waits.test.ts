import { beforeAll, describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';

const WAITS = [
  { what: 'announcement', afterMs: 35_000, answerTimeoutMs: 60_000, isReceived: true },
  { what: 'message', afterMs: 35_000, answerTimeoutMs: 60_000, isReceived: true },
  { what: 'message', afterMs: 1000, answerTimeoutMs: 1000, isReceived: false },
];

let waited: { readonly received: readonly boolean[]; readonly joinedLate: string };

beforeAll(async () => {
  const result = await callInNode('test/conformance/long-waits.mjs', 'waitInBoth', WAITS);
  waited = result as typeof waited;
});

describe('the checker of servers', () => {
  it.each(WAITS.map((wait, index) => ({ ...wait, index })))(
    'waits $answerTimeoutMs ms for the $what that comes after $afterMs ms',
    ({ index, isReceived }) => {
      expect(waited.received[index]).toBe(isReceived);
    },
  );
});

it('the checker of mods counts its time limit again from the join, as starting a game takes long', () => {
  expect(waited.joinedLate).toBe('passed');
});
