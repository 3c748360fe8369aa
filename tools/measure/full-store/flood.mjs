import { setTimeout as delay } from 'node:timers/promises';
import { KEPT_FROM } from './edits.mjs';
import { eventText } from './store.mjs';
import { quantile } from '../quantile.mjs';

const FLOOD_MS = 5000;
const WRITES_PER_SECOND = 200;
const FLOODS = 5;

/**
 * Changes many events continuously, and measures how often one of them is served again, and the delay of the
 * last write.
 * @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function measureFlood({ client, redis, size, note }) {
  const untilLast = [];
  const perSecond = [];
  for (let flood = 1; flood <= FLOODS; flood++) {
    note(`flood ${flood} of ${FLOODS}`);
    const seen = new Set();
    const startedMs = performance.now();
    let writes = 0;
    while (performance.now() - startedMs < FLOOD_MS) {
      writes++;
      await redis.set('fc:event:event-7', eventText(7, `flood ${flood}.${writes}`, size));
      const other = KEPT_FROM + ((writes * 7919) % (size.events - KEPT_FROM));
      await redis.set(`fc:event:event-${other}`, eventText(other, `flood ${flood}.${writes}`, size));
      const [, name] =
        /"event-7".*?"name":"(.*?)"/.exec(await client.get('/v1/events?server=server-7')) ?? [];
      seen.add(name);
      await delay(1000 / WRITES_PER_SECOND);
    }
    perSecond.push((seen.size * 1000) / (performance.now() - startedMs));
    const last = 99;
    await redis.set(`fc:event:event-${last}`, eventText(last, `last ${flood}`, size));
    const writtenMs = performance.now();
    const shownMs = await client.until(`/v1/events?server=server-${last}`, (body) =>
      body.includes(`"last ${flood}"`),
    );
    untilLast.push(shownMs - writtenMs);
  }
  return [
    {
      name: 'a flood of changed events: one of them is served again',
      value: Math.max(...perSecond),
      unit: 'times/s',
      target: { atMost: 20 },
    },
    {
      name: 'a flood of changed events: until the last is served, median',
      value: quantile(untilLast, 0.5),
      unit: 'ms',
    },
  ];
}
