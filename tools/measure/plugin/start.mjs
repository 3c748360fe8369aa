import { statSync } from 'node:fs';
import { startBenchProxy } from './bench-proxy.mjs';
import { twentyFeatures } from './requests.mjs';

const MIB = 1024 * 1024;
const MB = 1e6;
const LOAD = { perSecond: 1000, players: 200 };
const SECONDS = { quick: 0.5, full: 20 };
/**
 * The usual setting of networks: the whole heap is resident from the start, so that added memory is outside
 * of it. A heap that grows differs from start to start.
 */
const FIXED_HEAP = ['-Xms512m', '-XX:+AlwaysPreTouch'];

/**
 * Measures the cost of the plugin before the first request: time, memory, disk.
 * @type {import('./suite.mjs').Measure}
 */
export async function measureStart(bench) {
  const first = await start(bench, [bench.jar]);
  const next = await start(bench, [bench.jar]);
  const without = await start(bench, []);
  return [
    {
      name: 'from the plugin’s start to its first answer',
      value: next.firstAnswerMs / 1000,
      unit: 's',
      target: { atMost: 8 },
    },
    {
      name: '… at the very first start, which unpacks the libraries',
      value: first.firstAnswerMs / 1000,
      unit: 's',
    },
    {
      name: 'resident memory that the plugin adds, after load, to a proxy whose heap is resident from the start',
      value: (next.residentBytes - without.residentBytes) / MIB,
      unit: 'MiB',
      target: { atMost: 150 },
    },
    { name: 'the jar', value: statSync(bench.jar).size / MB, unit: 'MB', target: { atMost: 36 } },
  ];
}

/** Starts a proxy, and measures it under load, with or without the plugin. */
async function start(bench, jars) {
  const proxy = await startBenchProxy(bench, { name: 'start', jars: [], jvmOptions: FIXED_HEAP });
  const hasPlugin = jars.length > 0;
  try {
    const startedAt = performance.now();
    await proxy.request('start', { jars });
    const players = await proxy.join(LOAD.players);
    if (hasPlugin) await proxy.ask(players[0], twentyFeatures());
    const firstAnswerMs = performance.now() - startedAt;
    const seconds = bench.quick ? SECONDS.quick : SECONDS.full;
    const answersWithinMs = hasPlugin ? undefined : 0;
    await proxy.load({ ...LOAD, players, contents: [twentyFeatures()], seconds, answersWithinMs });
    return { firstAnswerMs, residentBytes: proxy.residentBytes() };
  } finally {
    await proxy.stop();
  }
}
