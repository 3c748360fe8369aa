import { expect } from '@jest/globals';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL } from './ask.ts';

/** Whatever a player sends, it is no news for an operator: no warning, no error, no stack trace. */
export function expectQuietLog({ log }: StandIn): void {
  expect(log.filter((line) => /(?:WARN|ERROR)\] \[feature-control\]|Exception|^\s+at /.test(line))).toEqual(
    [],
  );
}

/** Packets on our channel never go on to a backend (G46). */
export function expectNothingForwarded({ forwardedToBackend }: StandIn): void {
  expect(forwardedToBackend.filter(({ channel }) => channel === CHANNEL)).toEqual([]);
}
