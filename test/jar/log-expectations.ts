import { expect } from '@jest/globals';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL } from './ask.ts';

/** Returns the warnings and errors of the plugin and its libraries. Warnings of the JVM have another form. */
export function warningsAndErrorsOf({ log }: StandIn): string[] {
  return log.filter((line) => /(?:WARN|ERROR)\] \[(?:feature-control|io\.)/.test(line));
}

/** Expects that packets of players have caused no warning, error or stack trace in the log. */
export function expectQuietLog(proxy: StandIn): void {
  expect(warningsAndErrorsOf(proxy)).toEqual([]);
  expect(proxy.log.filter((line) => /Exception|^\s+at /.test(line))).toEqual([]);
}

/** Expects that no packet on our channel was forwarded to a backend (G46). */
export function expectNothingForwarded({ forwardedToBackend }: StandIn): void {
  expect(forwardedToBackend.filter(({ channel }) => channel === CHANNEL)).toEqual([]);
}
