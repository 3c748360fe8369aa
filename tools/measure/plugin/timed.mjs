import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../quantile.mjs';
import { startBenchProxy } from './bench-proxy.mjs';
import { requestFor } from './requests.mjs';

const ROUNDS = 100;
const QUICK_ROUNDS = 3;
const WARM_UP_ROUNDS = 2;
const TIMED_LIST = 'fc:blocklist-until:{fc:blocklist:global}';
/** Duration of a block in milliseconds: long enough for the block to be visible before it ends. */
const BLOCK_MS = 600;
/** Polling starts this many milliseconds before the end, as requests cost time. */
const EARLY_MS = 30;
const TIMEOUT_MS = 20_000;

/**
 * Measures timed blocks by a plain `ZADD`, as an admin writes one with redis-cli: the time from the command
 * to the first answer that shows it, and from its end, by Redis's clock, to the first answer without it.
 * @type {import('./suite.mjs').Measure}
 */
export async function measureTimed(bench) {
  const proxy = await startBenchProxy(bench, { name: 'timed' });
  const rounds = bench.quick ? QUICK_ROUNDS : ROUNDS;
  const times = { begin: [], end: [] };
  try {
    const players = await proxy.join(2);
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      // Redis runs on this machine, and uses the same clock.
      const [feature, end] = [`timed-${round}`, Date.now() + BLOCK_MS];
      const writtenAt = performance.now();
      await bench.redis.zadd(TIMED_LIST, end, feature);
      await untilAnswered(proxy, players, feature, true);
      const beginMs = performance.now() - writtenAt;
      await delay(Math.max(0, end - Date.now() - EARLY_MS));
      await untilAnswered(proxy, players, feature, false);
      if (round < 0) continue;
      times.begin.push(beginMs);
      times.end.push(Date.now() - end);
    }
    const figure = (name, ms) => ({ name, value: quantile(ms, 0.99), unit: 'ms', target: { atMost: 100 } });
    return [
      figure('from a plain ZADD to the first answer that shows it, p99', times.begin),
      figure('from the end of a timed block to the first answer without it, p99', times.end),
    ];
  } finally {
    await bench.redis.del(TIMED_LIST);
    await proxy.stop();
  }
}

/** Waits for such an answer. The players send requests in rotation, so that none reaches a limit. */
async function untilAnswered(proxy, players, feature, isBlocked) {
  const deadline = performance.now() + TIMEOUT_MS;
  for (let count = 0; performance.now() < deadline; count += 1) {
    const answer = JSON.parse(await proxy.ask(players[count % players.length], requestFor([feature])));
    if (answer.payload?.blocklist.includes(feature) === isBlocked) return;
    await delay(1);
  }
  throw new Error(`no answer shows that ${feature} is ${isBlocked ? 'blocked' : 'free'}`);
}
