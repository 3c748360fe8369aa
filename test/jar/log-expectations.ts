import { expect } from '@jest/globals';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL } from './ask.ts';

/**
 * The lines in which the plugin, or a library that it brings, warns or says that something is wrong; what the
 * JVM warns of has another form.
 */
export function complaintsOf({ log }: StandIn): string[] {
  return log.filter((line) => /(?:WARN|ERROR)\] \[(?:feature-control|io\.)/.test(line));
}

/** Whatever a player sends, it is no news for an operator: no warning, no error, no stack trace. */
export function expectQuietLog(proxy: StandIn): void {
  expect(complaintsOf(proxy)).toEqual([]);
  expect(proxy.log.filter((line) => /Exception|^\s+at /.test(line))).toEqual([]);
}

/** Packets on our channel are never forwarded to a backend (G46). */
export function expectNothingForwarded({ forwardedToBackend }: StandIn): void {
  expect(forwardedToBackend.filter(({ channel }) => channel === CHANNEL)).toEqual([]);
}
