import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { START_TIMEOUT_MS } from '../jar/start-proxy.ts';
import { FAULTS } from './faults.ts';
import { startNetwork, type NetworkUnderTest } from './network-under-test.ts';
import { tryFault } from './try-fault.ts';
import type { FaultReport, FaultSettings } from './try-fault.ts';

/** `npm run chaos` sets this, and prints the lines that are written there. */
const REPORT_FILE = process.env['FC_CHAOS_REPORT'];

/** In `npm test` each fault is short and the load light, since other suites run beside it. */
const SETTINGS: FaultSettings =
  REPORT_FILE === undefined
    ? { faultMs: 1900, checksPerSecond: 60, getsPerSecond: 100 }
    : {
        faultMs: 1000 * Number(process.env['FC_CHAOS_SECONDS'] ?? 30),
        checksPerSecond: 200,
        getsPerSecond: 2000,
      };

const TIMEOUT_MS = SETTINGS.faultMs + 60_000;

const TRIED = FAULTS.filter(({ longFormOnly = false }) => REPORT_FILE !== undefined || !longFormOnly);

describe('while Redis is', () => {
  let network: NetworkUnderTest;

  beforeAll(async () => {
    network = await startNetwork();
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await network.stop();
  });

  it.each(TRIED)(
    '$name, no check is unanswered or wrong, no limit is exceeded by more than one, and GETs go on [G7, G18]',
    async (fault) => {
      const report = await tryFault(network, fault, SETTINGS);
      if (REPORT_FILE !== undefined)
        appendFileSync(REPORT_FILE, `${JSON.stringify(row(fault.name, report))}\n`);
      await network.fill();
      const { checks, eager, gets } = report;
      expect([...checks.wrong, ...eager.wrong]).toEqual([]);
      expect(checks.unanswered + eager.unanswered).toBe(0);
      expect(checks.granted).toBeGreaterThan(SETTINGS.checksPerSecond);
      expect(eager.mostGrantsInWindow).toBeLessThanOrEqual(2);
      expect(gets.wrong).toEqual([]);
      expect(gets.answered).toBeGreaterThan(SETTINGS.getsPerSecond);
      if (fault.degrades) {
        expect(report.degradedAfterMs).toBeLessThan(2000);
        expect(report.okAfterMs).toBeLessThan(2000);
      }
    },
    TIMEOUT_MS,
  );
});

function row(fault: string, { checks, eager, gets, degradedAfterMs, okAfterMs }: FaultReport): object {
  const all = [...checks.tookMs, ...eager.tookMs].sort((a, b) => a - b);
  const at = (part: number): number => Math.round(all[Math.floor((all.length - 1) * part)] ?? 0);
  return {
    fault,
    checks: checks.asked + eager.asked,
    unanswered: checks.unanswered + eager.unanswered,
    wrong: checks.wrong.length + eager.wrong.length,
    grantsInWindow: eager.mostGrantsInWindow,
    answerMs: { p50: at(0.5), p99: at(0.99), most: at(1) },
    gets: gets.answered,
    getsWrong: gets.wrong.length,
    degradedAfterMs,
    okAfterMs,
  };
}
