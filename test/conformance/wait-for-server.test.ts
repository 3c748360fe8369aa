import { describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';

const TIMEOUT_MS = 30_000;

describe('the checker of servers', () => {
  it.each([
    { what: 'announcement', afterMs: 35_000, answerTimeoutMs: 60_000, isReceived: true },
    { what: 'message', afterMs: 35_000, answerTimeoutMs: 60_000, isReceived: true },
    { what: 'message', afterMs: 1000, answerTimeoutMs: 1000, isReceived: false },
  ])(
    'waits $answerTimeoutMs ms for the $what that comes after $afterMs ms',
    async ({ what, afterMs, answerTimeoutMs, isReceived }) => {
      const program = 'test/conformance/wait-for-server.mjs';
      const received = await callInNode(program, 'waitForServer', what, afterMs, answerTimeoutMs);
      expect(received).toBe(isReceived);
    },
    TIMEOUT_MS,
  );
});
