import { beforeAll, describe, expect, it } from '@jest/globals';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

describe('getCoinsTrades', () => {
  const sidecar = useStarted(async () => await startTestSidecar({ config: { coinsTradesMaximum: 150 } }));
  const path = '/v1/coins-trades';
  const AT = 1767225600000;

  const add = async (rate: string, datetime: string, ...more: string[]) =>
    await sidecar.redis.xadd(sidecar.keys.coinsTrades, '*', 'rate', rate, 'datetime', datetime, ...more);

  beforeAll(async () => {
    for (let index = 0; index < 200; index++) await add(String(index / 4), String(AT + index));
    await sidecar.shows(`${path}?limit=1`, [{ rate: 199 / 4, datetime: AT + 199 }]);
  });

  const datetimesOf = (body: unknown): number[] =>
    (body as { datetime: number }[]).map(({ datetime }) => datetime - AT);

  it('answers an array of CoinsTrade, newest first, 100 of them by default [R-TRADES-1, G2, G3]', async () => {
    const { status, json } = await sidecar.get(path);
    expect(status).toBe(200);
    expect(datetimesOf(json)).toEqual(Array.from({ length: 100 }, (_, index) => 199 - index));
  });

  it('returns times in milliseconds since the Unix epoch, as stored [G1]', async () => {
    const { json } = await sidecar.get(`${path}?limit=1`);
    expect(json).toStrictEqual([{ rate: 49.75, datetime: Date.UTC(2026, 0, 1) + 199 }]);
  });

  it.each([1, 2, 3, 99, 101, 149, 150])('answers at most limit=%d [R-TRADES-2]', async (limit) => {
    const { json } = await sidecar.get(`${path}?limit=${limit}`);
    expect(datetimesOf(json)).toEqual(Array.from({ length: limit }, (_, index) => 199 - index));
  });

  it.each(['151', '1000', '2147483647'])('answers the maximum for limit=%s [G3]', async (limit) => {
    expect(datetimesOf((await sidecar.get(`${path}?limit=${limit}`)).json)).toHaveLength(150);
  });

  it.each([
    '0',
    '-1',
    '1.5',
    '',
    '2147483648',
    'ten',
    '5.0',
    '%2B5',
    '1e2',
    '0x10',
    '%205',
    '%00',
    '5&limit=5',
  ])(
    'answers 400 for limit=%s, with an ErrorResponse that names the valid range [R-TRADES-3, E-REST-1, G3, G22]',
    async (limit) => {
      const { status, json } = await sidecar.get(`${path}?limit=${limit}`);
      expect(status).toBe(400);
      expect(json).toEqual({ error: expect.stringMatching(/^limit must be .+\.$/) });
    },
  );

  it('answers 400 if limit is not percent-encoded UTF-8 [R-TRADES-3, G54]', async () => {
    for (const limit of ['%', '%zz', '%ff', '5%']) {
      const { status, json } = await sidecar.get(`${path}?limit=${limit}`);
      expect([status, json]).toEqual([400, { error: 'The value of limit is not percent-encoded UTF-8.' }]);
    }
  });

  it('ignores fields of a trade that CoinsTrade does not have, and leaves out invalid entries [D-TRADE-3, G26, G32]', async () => {
    await add('1.5', String(AT + 1000), 'player', 'someone');
    const bad = await add('much', String(AT + 1001));
    await sidecar.redis.xadd(sidecar.keys.coinsTrades, '*', 'price', '1');
    await add('2.5', String(AT + 1002));
    await sidecar.shows(`${path}?limit=2`, [
      { rate: 2.5, datetime: AT + 1002 },
      { rate: 1.5, datetime: AT + 1000 },
    ]);
    const warnings = sidecar.logger.at('warn').filter((line) => line.includes(bad ?? '?'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(sidecar.keys.coinsTrades);
  });

  it('answers an empty array if there are no trades', async () => {
    await sidecar.redis.del(sidecar.keys.coinsTrades);
    await sidecar.shows(path, []);
    expect((await sidecar.get(`${path}?limit=5`)).json).toEqual([]);
  });
});
