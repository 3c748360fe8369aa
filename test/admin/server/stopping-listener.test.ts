import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startOperatorsUnderTest } from './operators-under-test.ts';
import type { OperatorsUnderTest } from './operators-under-test.ts';

/** Delay of each reply of Redis: long enough to stop the sidecar before the response. */
const DELAY_MS = 60;

let operators: OperatorsUnderTest;

beforeAll(async () => {
  operators = await startOperatorsUnderTest();
});

afterAll(async () => {
  await operators.faults.stop();
  operators.redis.disconnect();
});

it('responds to an edit that is being made when the sidecar stops, and ends the streams', async () => {
  const { faults, keys, redis } = operators;
  const token = await operators.issue('blocklists:read blocklists:write');
  const stream = await operators.listen(token);
  await stream.untilSent('hello');
  await faults.set({ kind: 'delay', ms: DELAY_MS });
  const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*' };
  const edit = operators.sendWith('/v1/blocklists/global/fly', headers, 'PUT', undefined);
  await eventually(async () => (await redis.sismember(keys.blocklistGlobal, 'fly')) === 1, { everyMs: 5 });
  await operators.stopSidecar();
  expect(await edit).toMatchObject({ status: 200, body: { after: { blocked: true } } });
  await eventually(() => stream.isOver);
});
