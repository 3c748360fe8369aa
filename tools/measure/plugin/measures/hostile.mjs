import { join } from 'node:path';
import { startBenchProxy } from '../bench-proxy.mjs';
import { HOSTILE, twentyFeatures } from '../requests.mjs';
import { withLimit } from '../settings.mjs';

const HOSTILE_PER_SECOND = 20_000;
const OTHERS = { count: 1000, perSecond: 100 };
const SECONDS = { warmUp: 15, measured: 10 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };
const MS = 1e6;
const MIB = 1024 * 1024;

/**
 * Measures other players' requests while one player floods the proxy, with the default guard.
 * @type {import('../suite.mjs').Measure}
 */
export async function measureHostile({ build, jar, directory, redisUrl, env, quick }) {
  const proxy = await startBenchProxy({
    jars: [jar, build.benchJar],
    directory: join(directory, 'hostile'),
    redisUrl,
    env,
    settings: withLimit(1000),
  });
  const { warmUp, measured } = quick ? QUICK_SECONDS : SECONDS;
  try {
    const [hostile, ...others] = await proxy.join(1 + OTHERS.count);
    const loadOthers = (seconds) =>
      proxy.load({ players: others, contents: [twentyFeatures()], perSecond: OTHERS.perSecond, seconds });
    await loadOthers(warmUp);
    const calm = await loadOthers(measured);
    const heapBefore = (await proxy.request('usage')).heapBytes;
    const figures = [
      { name: 'others’ answers without a flood, p99', value: calm.answerNanos.p99 / MS, unit: 'ms' },
    ];
    for (const [kind, content] of Object.entries(HOSTILE)) {
      const flood = {
        players: [hostile],
        contents: [content],
        perSecond: HOSTILE_PER_SECOND,
        seconds: measured,
      };
      const [flooded, otherLoad] = await Promise.all([proxy.load(flood), loadOthers(measured)]);
      figures.push(...floodFigures(kind, { flooded, otherLoad, calm, seconds: measured }));
    }
    const { heapBytes } = await proxy.request('usage');
    const heap = {
      name: 'heap that all floods left behind',
      value: (heapBytes - heapBefore) / MIB,
      unit: 'MiB',
    };
    return [...figures, { ...heap, target: { atMost: 16 } }];
  } finally {
    await proxy.stop();
  }
}

/** @returns {import('../../figures.mjs').Figure[]} */
function floodFigures(kind, { flooded, otherLoad, calm, seconds }) {
  const sent = Math.round(flooded.sent / seconds);
  const name = `others’ answers while one player sends ${kind} packets, ${sent.toLocaleString('en')} a second`;
  return [
    {
      name: `${name}, p99 ÷ without`,
      value: otherLoad.answerNanos.p99 / calm.answerNanos.p99,
      unit: '×',
      target: { atMost: 2 },
    },
    { name: '… p99', value: otherLoad.answerNanos.p99 / MS, unit: 'ms' },
    {
      name: '… others’ requests that were not answered, and packets that were passed on',
      value: otherLoad.sent - otherLoad.answered + flooded.forwarded + otherLoad.forwarded,
      target: { atMost: 0 },
    },
  ];
}
