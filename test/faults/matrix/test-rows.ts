import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { START_TIMEOUT_MS } from '../../jar/start-proxy.ts';
import type { Form, Row } from './row.ts';

/** `npm run chaos` and `npm run attack` set this variable: the duration of each fault. */
const SECONDS = process.env['FC_ROWS_SECONDS'];

const IS_LONG_FORM = SECONDS !== undefined;

/** In `npm test` faults are short and the load is light, since other suites run in parallel. */
const FORM: Form = IS_LONG_FORM
  ? {
      isLong: true,
      beforeMs: 500,
      afterMs: 1500,
      faultMs: 1000 * Number(SECONDS),
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
      allowanceMs: 20_000,
    };

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
      continue;
    }
    it(
      title,
      async () => {
        const { broken, load, seen } = await row.run(network, FORM);
        if (IS_LONG_FORM) process.stderr.write(`${row.fault}: ${[...load, ...seen].join(', ')}\n`);
        expect(broken).toEqual([]);
      },
      FORM.faultMs + ROW_TIMEOUT_MS,
    );
  }
}
