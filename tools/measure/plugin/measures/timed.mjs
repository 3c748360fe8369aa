import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../../quantile.mjs';
import { startBenchProxy } from '../bench-proxy.mjs';
import { withLimit } from '../settings.mjs';
import { untilAnswered } from '../until-answered.mjs';

const ROUNDS = 100;
const QUICK_ROUNDS = 3;
const TIMED_LIST = 'fc:blocklist-until:global';
/** Duration of a block in milliseconds: long enough for the block to be visible before it ends. */
const BLOCK_MS = 600;
/** Polling starts this many milliseconds before the end, as requests cost time. */
const EARLY_MS = 30;
const PAUSE_MS = 1;
const FRESH = { atMost: 100 };

/**
 * Measures timed blocks by a plain `ZADD`, as an admin writes one with redis-cli: the time from the command
 * to the first answer that shows it, and from its end, by Redis's clock, to the first answer without it.
 * @type {import('../suite.mjs').Measure}
 */
export async function measureTimed({ jar, directory, redisUrl, redis, env, quick }) {
  const proxy = await startBenchProxy({
    jars: [jar],
    directory: join(directory, 'timed'),
    redisUrl,
    env,
    settings: withLimit(1),
  });
  try {
    const players = await proxy.join(2);
    const rounds = quick ? QUICK_ROUNDS : ROUNDS;
    const times = { begin: [], end: [] };
    for (let round = -2; round < rounds; round += 1) {
      const { beginMs, endMs } = await measureOne({ proxy, players, redis, feature: `timed-${round}` });
      // The first rounds warm up.
      if (round < 0) continue;
      times.begin.push(beginMs);
      times.end.push(endMs);
    }
    return [
      ...figuresOf('a plain ZADD to the first answer that shows it', times.begin),
      ...figuresOf('the end of a timed block to the first answer without it', times.end),
      { name: '… and before its end, at most', value: Math.max(0, -Math.min(...times.end)), unit: 'ms' },
    ];
  } finally {
    await redis.del(TIMED_LIST);
    await proxy.stop();
  }
}

async function measureOne({ proxy, players, redis, feature }) {
  // Redis runs on this machine, and uses the same clock.
  const end = Date.now() + BLOCK_MS;
  const writtenAt = performance.now();
  await redis.zadd(TIMED_LIST, end, feature);
  await untilAnswered(proxy, players, { feature, isBlocked: true, pauseMs: PAUSE_MS });
  const beginMs = performance.now() - writtenAt;
  await delay(Math.max(0, end - Date.now() - EARLY_MS));
  await untilAnswered(proxy, players, { feature, isBlocked: false, pauseMs: PAUSE_MS });
  return { beginMs, endMs: Date.now() - end };
}

/** @returns {import('../../figures.mjs').Figure[]} */
function figuresOf(name, times) {
  return [
    { name: `from ${name}, p50`, value: quantile(times, 0.5), unit: 'ms' },
    { name: `from ${name}, p99`, value: quantile(times, 0.99), unit: 'ms', target: FRESH },
  ];
}
