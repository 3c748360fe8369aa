import type { Clock } from '../../../shared/clock.ts';
import type { ScriptHost } from '../../types/bridge.ts';

/** The machine's clock, and the JVM's. */
export function createHostClock(host: ScriptHost): Clock {
  return { epochMs: () => Date.now(), monotonicMs: () => host.monotonicMs() };
}
