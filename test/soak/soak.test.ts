import { describe, expect, it } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { START_TIMEOUT_MS } from '../jar/start-proxy.ts';
import { newSeed } from '../support/random.ts';
import { soak } from './soak.ts';

/** `npm run soak` sets these, and prints what is written to the file. */
const REPORT_FILE = process.env['FC_SOAK_REPORT'];
const SHORT_FORM_MINUTES = 0.5;
const MINUTES = Number(process.env['FC_SOAK_MINUTES'] ?? SHORT_FORM_MINUTES);
const SEED = Number(process.env['FC_SOAK_SEED'] ?? newSeed());

/**
 * In `npm test` other suites run beside it, so less is asked, and things may be later. After an outage, the
 * sidecar asks Redis to report changes again within 5 s, and until then looks for them itself each second.
 */
const SETTINGS =
  REPORT_FILE === undefined
    ? { players: 150, checksPerSecond: 50, getsPerSecond: 50, lagMs: 4000, settleMs: 10_000 }
    : { players: 400, checksPerSecond: 200, getsPerSecond: 400, lagMs: 1000, settleMs: 7000 };

const tell = (line: object): void => {
  if (REPORT_FILE !== undefined) appendFileSync(REPORT_FILE, `${JSON.stringify(line)}\n`);
};

describe('for a while, with faults and edits at random', () => {
  it(
    `answers as the model says, and nothing grows (seed ${SEED}) [G7, G18, L-CHECK-1]`,
    async () => {
      const report = await soak({ ...SETTINGS, minutes: MINUTES, seed: SEED }, (progress) => {
        tell({ progress });
      });
      tell({ seed: SEED, minutes: MINUTES, ...report, wrong: report.wrong.slice(0, 20) });
      expect(report.wrong).toEqual([]);
      expect(report.lists).toBeGreaterThan(0);
      expect(report.gets).toBeGreaterThan(0);
      expect(report.faults).toBeGreaterThan(0);
      expect(report.edits).toBeGreaterThan(0);
      expect(report.growth.filter(({ growth, mayGrow }) => !(growth <= mayGrow))).toEqual([]);
    },
    MINUTES * 60_000 + START_TIMEOUT_MS + 60_000,
  );
});
