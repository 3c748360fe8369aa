import { brokenAmong } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';

const ENTRIES = 400;
const ROUNDS = { short: 5, long: 50 };
const TIMEOUT_MS = 5000;

export const REBUILT_STREAM: Row<AttackedSidecar> = {
  fault: 'A stream that is rebuilt so that it looks like one that has grown',
  promise: 'what it holds now is served, long before the next comparison with Redis',
  run: async ({ admin, keys, origin }, { isLong }) => {
    const tookMs: number[] = [];
    let missed = 0;
    const served = async (): Promise<string> => (await ask(origin, '/v1/coins-trades?limit=1000')).text;
    for (let round = 0; round <= (isLong ? ROUNDS.long : ROUNDS.short); round++) {
      // The newest entries stay, one is added, and the same number of older ones gets other rates.
      const count = ENTRIES + round;
      const rateOf = (index: number): number => (index < count - 100 ? index + 1000 * round : index);
      const filling = admin.multi().del(keys.coinsTrades);
      for (let index = 1; index <= count; index++)
        filling.xadd(keys.coinsTrades, `${index}-0`, 'rate', rateOf(index), 'datetime', index);
      const indexes = Array.from({ length: count }, (_, position) => count - position);
      const wanted = JSON.stringify(indexes.map((index) => ({ rate: rateOf(index), datetime: index })));
      await filling.exec();
      const sinceMs = performance.now();
      await eventually(async () => (await served()) === wanted, { withinMs: TIMEOUT_MS, everyMs: 1 }).then(
        () => tookMs.push(performance.now() - sinceMs),
        () => missed++,
      );
    }
    await admin.del(keys.coinsTrades);
    return {
      load: [`${tookMs.length + missed} rebuilds`],
      seen: [`served after ${Math.round(Math.max(...tookMs))} ms at most`],
      broken: brokenAmong({ [`${missed} not served within ${TIMEOUT_MS} ms`]: missed === 0 }),
    };
  },
};
