import { afterAll, beforeAll, beforeEach, describe, it } from '@jest/globals';
import { startTestSidecar, type SidecarUnderTest } from '../sidecar-under-test.ts';

/** The number of trades in the stream. */
const MANY = 40;

describe('getCoinsTrades, of a stream on a real Redis that is rewritten [R-TRADES-1, G2, G48]', () => {
  let sidecar: SidecarUnderTest;
  let key: string;
  const path = '/v1/coins-trades';

  const fields = (rate: number): string[] => ['rate', String(rate), 'datetime', String(rate)];
  /** @param rates newest first */
  const showsRates = async (rates: readonly number[]): Promise<void> => {
    await sidecar.shows(
      path,
      rates.map((rate) => ({ rate, datetime: rate })),
    );
  };
  const downFrom = (rate: number, count: number): number[] =>
    Array.from({ length: count }, (_, index) => rate - index);

  beforeAll(async () => {
    // The tests rely on reported changes, not on the periodic revalidation.
    sidecar = await startTestSidecar({ config: { resyncMs: 3_600_000 } });
    key = sidecar.keys.coinsTrades;
  });

  beforeEach(async () => {
    const filling = sidecar.redis.multi().del(key);
    for (let rate = 1; rate <= MANY; rate++) filling.xadd(key, `${1000 + rate}-0`, ...fields(rate));
    await filling.exec();
    await showsRates(downFrom(MANY, MANY));
  });

  afterAll(async () => {
    await sidecar.stop();
  });

  it('shows the trades that remain after XTRIM, by length and by id', async () => {
    await sidecar.redis.xtrim(key, 'MAXLEN', 30);
    await showsRates(downFrom(MANY, 30));
    await sidecar.redis.xtrim(key, 'MINID', `${1000 + MANY - 4}-0`);
    await showsRates(downFrom(MANY, 5));
  });

  it('shows no trade that XDEL removed: the newest, the oldest, or one between, even if as many are added', async () => {
    await sidecar.redis.xdel(key, `${1000 + MANY}-0`, '1001-0', '1020-0');
    const left = downFrom(MANY - 1, MANY - 2).filter((rate) => rate !== 20);
    await showsRates(left);
    await sidecar.redis
      .multi()
      .xdel(key, '1010-0')
      .xadd(key, '*', ...fields(99))
      .exec();
    await showsRates([99, ...left.filter((rate) => rate !== 10)]);
  });
});
