import { describe, expect, it } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { START_TIMEOUT_MS } from '../jar/start-proxy.ts';
import { newSeed } from '../support/random.ts';
import { soak } from './soak.ts';

/** `npm run soak` sets these variables, and prints the contents of the file. */
const REPORT_FILE = process.env['FC_SOAK_REPORT'];
const SHORT_FORM_MINUTES = 0.5;
const MINUTES = Number(process.env['FC_SOAK_MINUTES'] ?? SHORT_FORM_MINUTES);
const SEED = Number(process.env['FC_SOAK_SEED'] ?? newSeed());

/**
 * In `npm test` other suites run at the same time, so there is less load, and longer delays are allowed.
 * After an outage, the sidecar subscribes to changes again within 5 s, and until then polls Redis every
 * second.
 */
const SETTINGS =
  REPORT_FILE === undefined
    ? { players: 80, checksPerSecond: 25, getsPerSecond: 25, lagMs: 4000, settleMs: 10_000 }
    : { players: 400, checksPerSecond: 200, getsPerSecond: 400, lagMs: 1000, settleMs: 7000 };

const writeReport = (line: object): void => {
  if (REPORT_FILE !== undefined) appendFileSync(REPORT_FILE, `${JSON.stringify(line)}\n`);
};

describe('under load, with random faults and edits', () => {
  it(
    `answers as the model allows, and no resource grows (seed ${SEED}) [G7, G18, L-CHECK-1]`,
    async () => {
      const report = await soak({ ...SETTINGS, minutes: MINUTES, seed: SEED }, (progress) => {
        writeReport({ progress });
      });
      writeReport({ seed: SEED, minutes: MINUTES, ...report, wrong: report.wrong.slice(0, 20) });
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
