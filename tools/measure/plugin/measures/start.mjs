import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quantile } from '../../quantile.mjs';
import { startBenchProxy } from '../bench-proxy.mjs';
import { twentyFeatures } from '../requests.mjs';
import { referenceOptions, withLimit } from '../settings.mjs';

const MIB = 1024 * 1024;
const MB = 1e6;
const LOAD = { perSecond: 1000, players: 200 };
const STARTS = 3;

/**
 * G1 starts with a small heap that grows differently in each start, so the median of several starts counts.
 */
const GROWING_HEAP = ['-Xms32m'];

/**
 * The usual setting of networks: the whole heap is resident from the start, so that added memory is outside
 * of it.
 */
const FIXED_HEAP = ['-Xms512m', '-XX:+AlwaysPreTouch'];

/**
 * Measures the cost of the plugin before the first request: time, memory, disk.
 * @type {import('../suite.mjs').Measure}
 */
export async function measureStart(bench) {
  const directory = join(bench.directory, 'start');
  const first = await start(bench, directory, { heap: GROWING_HEAP });
  const starts = [];
  while (starts.length < (bench.quick ? 1 : STARTS))
    starts.push(await start(bench, directory, { heap: GROWING_HEAP }));
  const answersMs = starts.map(({ firstAnswerMs }) => firstAnswerMs);
  const inJavaMs = [];
  while (inJavaMs.length < starts.length) {
    const { firstAnswerMs } = await start(bench, join(bench.directory, 'start-reference'), {
      heap: GROWING_HEAP,
      plugin: bench.build.referenceJar,
      seconds: 0,
    });
    inJavaMs.push(firstAnswerMs);
  }
  const bareMs = [];
  while (bareMs.length < starts.length) bareMs.push(await startBare(bench));
  const added = await addedTo(bench, starts, GROWING_HEAP);
  const fixed = await start(bench, directory, { heap: FIXED_HEAP });
  const [outsideHeap] = await addedTo(bench, [fixed], FIXED_HEAP);
  return [
    {
      name: 'from the plugin’s start to its first answer, ÷ Java: medians of the starts',
      value: quantile(answersMs, 0.5) / quantile(inJavaMs, 0.5),
      unit: '×',
      target: { atMost: 4 },
    },
    { name: '… of the plugin', value: quantile(answersMs, 0.5) / 1000, unit: 's' },
    {
      name: '… ÷ an engine and a connection by themselves',
      value: quantile(answersMs, 0.5) / quantile(bareMs, 0.5),
      unit: '×',
      target: { atMost: 1.3 },
    },
    { name: '… of these', value: quantile(bareMs, 0.5) / 1000, unit: 's' },
    { name: '… in Java', value: quantile(inJavaMs, 0.5) / 1000, unit: 's' },
    { name: '… the slowest of them', value: Math.max(...answersMs) / 1000, unit: 's' },
    {
      name: '… at the very first start, which unpacks the libraries',
      value: first.firstAnswerMs / 1000,
      unit: 's',
    },
    {
      name: 'resident memory that the plugin adds, after load: median of the starts',
      value: quantile(added, 0.5) / MIB,
      unit: 'MiB',
      target: { atMost: 150 },
    },
    { name: '… the least of them', value: Math.min(...added) / MIB, unit: 'MiB' },
    { name: '… the most of them', value: Math.max(...added) / MIB, unit: 'MiB' },
    {
      name: '… to a proxy whose heap is resident from the start, and what lives in that',
      value: (outsideHeap + fixed.heapBytes) / MIB,
      unit: 'MiB',
      target: { atMost: 200 },
    },
    { name: 'the jar', value: statSync(bench.jar).size / MB, unit: 'MB', target: { atMost: 36 } },
  ];
}

/**
 * @returns {Promise<number>} the start time of a script engine and a Redis connection in a fresh JVM, in
 * milliseconds
 */
async function startBare({ build, redisUrl, env }) {
  const java = join(env['JAVA_HOME'], 'bin', 'java');
  const args = ['-Xmx512m', ...GROWING_HEAP, '-cp', build.bareClassPath, 'bare.BareStart', redisUrl];
  const { stdout } = await promisify(execFile)(java, args);
  return Number(stdout.trim().split('\n').at(-1));
}

/** Returns the memory of each start beyond that of the same proxy without the plugin, in bytes. */
async function addedTo(bench, starts, heap) {
  const without = await start(bench, join(bench.directory, 'without'), { heap, hasPlugin: false });
  return starts.map(({ residentBytes }) => residentBytes - without.residentBytes);
}

/** Starts a proxy, and measures it. `heapBytes`: live objects in the heap of the whole proxy. */
async function start({ build, jar, redisUrl, env, quick }, directory, options) {
  const { heap, hasPlugin = true, plugin = jar, seconds = quick ? 0.5 : 20 } = options;
  const jars = hasPlugin ? [plugin, build.benchJar] : [build.benchJar];
  const common = { directory, redisUrl, env, settings: withLimit(1) };
  const proxy = await startBenchProxy({
    ...common,
    jars: [],
    jvmOptions: [...heap, ...referenceOptions(1)],
  });
  try {
    const startedAt = performance.now();
    await proxy.request('start', { jars });
    const players = await proxy.join(LOAD.players);
    if (hasPlugin) await proxy.ask(players[0], twentyFeatures());
    const firstAnswerMs = performance.now() - startedAt;
    const channel = hasPlugin ? undefined : 'bench:other';
    await proxy.load({ ...LOAD, players, channel, contents: [twentyFeatures()], seconds });
    const residentBytes = proxy.residentBytes();
    const { heapBytes } = await proxy.request('usage');
    return { firstAnswerMs, residentBytes, heapBytes };
  } finally {
    await proxy.stop();
  }
}
