import { expect } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { PATIENCE } from './start-proxy.ts';

const SCRIPT_THREAD = 'feature-control script';
/**
 * Longer than a busy machine keeps a thread waiting: within one second, a thread that still has work may
 * not run at all.
 */
const WINDOW_NANOS = 3e9;
/**
 * The maximum share of one CPU. A busy-waiting thread would use all of an idle CPU, and a tenth of
 * one that it shares with ten others.
 */
const MAX_SHARE = 0.03;

/** Waits until the script thread has finished its work, and expects that it sleeps, by its CPU time. */
export async function expectIdle(proxy: StandIn): Promise<void> {
  const share = async (): Promise<number> => {
    const from = await proxy.cpuTime(SCRIPT_THREAD);
    const to = await eventually(
      async () => {
        const now = await proxy.cpuTime(SCRIPT_THREAD);
        return now.atNanos - from.atNanos > WINDOW_NANOS && now;
      },
      { ...PATIENCE, everyMs: 100 },
    );
    return (to.cpuNanos - from.cpuNanos) / (to.atNanos - from.atNanos);
  };
  await eventually(
    async () => {
      expect(await share()).toBeLessThan(MAX_SHARE);
      return true;
    },
    { withinMs: 30_000, what: 'the script thread to sleep' },
  );
}
