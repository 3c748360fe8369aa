import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { START_TIMEOUT_MS } from '../../jar/start-proxy.ts';
import type { Form, Outcome, Row } from './row.ts';

/** `npm run chaos` and `npm run attack` set this variable, and create their tables from the report. */
const REPORT_FILE = process.env['FC_ROWS_REPORT'];

const IS_LONG_FORM = REPORT_FILE !== undefined;

/** In `npm test` faults are short and the load is light, since other suites run in parallel. */
const FORM: Form = IS_LONG_FORM
  ? {
      isLong: true,
      beforeMs: 500,
      afterMs: 1500,
      faultMs: 1000 * Number(process.env['FC_ROWS_SECONDS'] ?? 30),
      checksPerSecond: 200,
      overLimitPerSecond: 50,
      getsPerSecond: 2000,
      allowanceMs: 500,
    }
  : {
      isLong: false,
      beforeMs: 200,
      afterMs: 500,
      faultMs: 1200,
      checksPerSecond: 30,
      overLimitPerSecond: 20,
      getsPerSecond: 50,
      allowanceMs: 8000,
    };

/** Texts on their command line, as JSON: only rows whose names contain one of them run, all without texts. */
const ONLY = JSON.parse(process.env['FC_ROWS_ONLY'] ?? '[]') as readonly string[];

/** Time for everything in a row except the fault itself, such as starts and waits. */
const ROW_TIMEOUT_MS = 120_000;

/**
 * Defines a test for each row, which fails with the guarantees that were broken. All rows run on one network,
 * in this order.
 * @param start called once, before the first row
 */
export function testRows<N extends { stop(): Promise<void> }>(
  rows: readonly Row<N>[],
  start: () => Promise<N>,
): void {
  let network: N;
  const included = rows.filter(({ longFormOnly = false }) => IS_LONG_FORM || !longFormOnly);

  beforeAll(async () => {
    network = await start();
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await network.stop();
  }, START_TIMEOUT_MS);

  for (const row of included) {
    const title = `${row.fault}: ${row.guarantee}`;
    if (row.unavailable !== undefined) {
      it.skip(`${title} (not tried: ${row.unavailable})`, () => undefined);
      if (isSelected(row)) report(row, { load: [], seen: [`not tried: ${row.unavailable}`], broken: [] });
      continue;
    }
    const define = isSelected(row) ? it : it.skip;
    define(
      title,
      async () => {
        const outcome = await row.run(network, FORM);
        report(row, outcome);
        expect(outcome.broken).toEqual([]);
      },
      FORM.faultMs + ROW_TIMEOUT_MS,
    );
  }
}

function isSelected({ fault }: Pick<Row<never>, 'fault'>): boolean {
  return ONLY.length === 0 || ONLY.some((text) => fault.toLowerCase().includes(text.toLowerCase()));
}

function report({ fault, guarantee }: Pick<Row<never>, 'fault' | 'guarantee'>, outcome: Outcome): void {
  if (REPORT_FILE === undefined) return;
  const { load, seen, broken } = outcome;
  const failure = broken.length === 0 ? [] : [`BROKEN: ${broken.join('; ')}`];
  const line = {
    fault,
    guarantee,
    load: load.join(', '),
    seen: [...failure, ...seen].join(', '),
    broken: broken.join('; '),
    figure: [...load, ...seen].join(', '),
  };
  appendFileSync(REPORT_FILE, `${JSON.stringify(line)}\n`);
}
