import { expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';

const TIMEOUT_MS = 30_000;

it(
  'the checker of mods counts its time limit again from the join, as starting a game takes long',
  async () => {
    expect(await callInNode('test/conformance/join-late.mjs', 'joinLate')).toBe('passed');
  },
  TIMEOUT_MS,
);
