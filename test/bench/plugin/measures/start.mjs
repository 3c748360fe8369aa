import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchProxy } from '../bench-proxy.mjs';
import { twentyFeatures } from '../requests.mjs';
import { withLimit } from '../settings.mjs';

const MIB = 1024 * 1024;
const MB = 1e6;
const LOAD = { perSecond: 1000, players: 200 };

/** What the plugin costs a proxy before anybody asks: time, memory, disk. @type {import('../suite.mjs').Measure} */
export async function measureStart(bench) {
  const directory = join(bench.directory, 'start');
  const first = await start(bench, directory, [bench.jar, bench.build.benchJar]);
  const again = await start(bench, directory, [bench.jar, bench.build.benchJar]);
  const without = await start(bench, join(bench.directory, 'without'), [bench.build.benchJar]);
  return [
    {
      name: 'from the plugin’s start to its first answer, warmed up',
      value: again.firstAnswerMs / 1000,
      unit: 's',
      target: { atMost: 3 },
    },
    {
      name: '… at the very first start, which unpacks the libraries',
      value: first.firstAnswerMs / 1000,
      unit: 's',
    },
    {
      name: 'resident memory that the plugin adds, after load',
      value: (again.residentBytes - without.residentBytes) / MIB,
      unit: 'MiB',
      target: { atMost: 200 },
    },
    { name: '… of a proxy with', value: again.residentBytes / MIB, unit: 'MiB' },
    { name: 'the jar', value: statSync(bench.jar).size / MB, unit: 'MB', target: { atMost: 36 } },
  ];
}

async function start({ build, redisUrl, env, quick }, directory, jars) {
  const hasPlugin = jars.length > 1;
  const how = { classPath: build.hostClassPath, directory, redisUrl, env, settings: withLimit(1) };
  const proxy = await startBenchProxy({ ...how, jars: [], jvmOptions: ['-Xms32m'] });
  try {
    const startedAt = performance.now();
    await proxy.request('start', { jars });
    const players = await proxy.join(LOAD.players);
    if (hasPlugin) await proxy.ask(players[0], twentyFeatures());
    const firstAnswerMs = performance.now() - startedAt;
    const channel = hasPlugin ? undefined : 'bench:other';
    const seconds = quick ? 0.5 : 20;
    await proxy.load({ ...LOAD, players, channel, contents: [twentyFeatures()], seconds });
    return { firstAnswerMs, residentBytes: proxy.residentBytes() };
  } finally {
    await proxy.stop();
  }
}
