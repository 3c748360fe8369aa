import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';

const ENTRIES = 400;
const ROUNDS = { short: 5, long: 50 };
const TIMEOUT_MS = 5000;

export const REBUILT_STREAM: Row<AttackedSidecar> = {
  fault: 'A stream that is rebuilt so that it looks like one that has grown',
  guarantee: 'its current entries are served, long before the next resync',
  run: async ({ admin, keys, origin }, { isLong }) => {
    const tookMs: number[] = [];
    let missed = 0;
    const served = async (): Promise<string> => (await ask(origin, '/v1/coins-trades?limit=1000')).text;
    for (let round = 0; round <= (isLong ? ROUNDS.long : ROUNDS.short); round++) {
      // The newest entries keep their rates and one is added, while all older ones get other rates.
      const count = ENTRIES + round;
      const rateOf = (index: number): number => (index < count - 100 ? index + 1000 * round : index);
      const commands = admin.multi().del(keys.coinsTrades);
      for (let index = 1; index <= count; index++)
        commands.xadd(keys.coinsTrades, `${index}-0`, 'rate', rateOf(index), 'datetime', index);
      const indexes = Array.from({ length: count }, (_, position) => count - position);
      const expected = JSON.stringify(indexes.map((index) => ({ rate: rateOf(index), datetime: index })));
      await commands.exec();
      const startedAtMs = performance.now();
      await eventually(async () => (await served()) === expected, { withinMs: TIMEOUT_MS, everyMs: 1 }).then(
        () => tookMs.push(performance.now() - startedAtMs),
        () => missed++,
      );
    }
    await admin.del(keys.coinsTrades);
    return {
      load: [`${tookMs.length + missed} rebuilds`],
      seen: [`served after ${Math.round(Math.max(...tookMs))} ms at most`],
      broken: brokenGuarantees({ [`${missed} not served within ${TIMEOUT_MS} ms`]: missed === 0 }),
    };
  },
};
