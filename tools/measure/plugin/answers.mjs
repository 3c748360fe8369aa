import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlugin } from '../../development-proxy/build.mjs';
import { fromRoot } from '../../files/paths.mjs';
import { quantile } from '../quantile.mjs';
import { startBenchProxy } from './bench-proxy.mjs';
import { twentyFeatures } from './requests.mjs';

/** The maximum request rate of a proxy of 2,000 players at their limit. */
const PER_SECOND = 200;
const WARM_UP_PER_SECOND = 2000;
const PLAYERS = 500;
const SECONDS = { warmUp: 40, measured: 5 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };
const ROUNDS = 7;
/** No plugin has registered it. */
const OTHER_CHANNEL = 'bench:other';
const NANOS_PER_MICRO = 1e3;
const NANOS_PER_MS = 1e6;

/**
 * Compares the plugin with a plugin in Java that keeps the same promises, in interleaved rounds of 200
 * requests a second: CPU time of a check, and latency of answers.
 * @type {import('./suite.mjs').Measure}
 */
export async function measureAnswers(bench) {
  const plugin = await startBenchProxy(bench, { name: 'answers' });
  const reference = await startReference(bench, 'answers').catch(async (error) => {
    await plugin.stop();
    throw error;
  });
  try {
    const rounds = await measureRounds({ plugin, reference }, bench.quick);
    const ratio = (name, read, atMost) =>
      spread(
        `${name}, plugin ÷ Java`,
        rounds.map((round) => read(round.plugin) / read(round.reference)),
        { unit: '×', target: { atMost } },
      );
    const checkNanos = ({ cpuNanos }) => cpuNanos;
    const p50 = ({ answerNanos }) => answerNanos.p50;
    const p99 = ({ answerNanos }) => answerNanos.p99;
    const lost = rounds.flatMap(Object.values).reduce((sum, { sent, answered }) => sum + sent - answered, 0);
    const example = (name, read, scale, unit) =>
      spread(
        name,
        rounds.map((round) => read(round.plugin) / scale),
        { unit },
      );
    return [
      ratio(`CPU time of a check, all threads, at ${PER_SECOND} a second`, checkNanos, 5),
      ratio('from the event to the answer, p50', p50, 4),
      ratio('from the event to the answer, p99', p99, 4),
      { name: 'unanswered requests', value: lost, target: { atMost: 0 } },
      example('CPU time of a check, on this machine', checkNanos, NANOS_PER_MICRO, 'µs'),
      example('from the event to the answer, p50, on this machine', p50, NANOS_PER_MS, 'ms'),
      example('from the event to the answer, p99, on this machine', p99, NANOS_PER_MS, 'ms'),
    ];
  } finally {
    await Promise.all([plugin.stop(), reference.stop()]);
  }
}

/** @param {string} name of a proxy with the plugin, whose libraries the reference uses */
async function startReference(bench, name) {
  const folder = join(bench.directory, name, 'feature-control', 'libraries');
  const libraries = readdirSync(folder).map((file) => join(folder, file));
  const jar = await buildPlugin(fromRoot('tools', 'measure', 'plugin', 'reference'), { against: libraries });
  return await startBenchProxy(bench, { name: 'reference', jars: [jar], libraries });
}

/** Loads each proxy in each round, so that other load on the machine affects all of them equally. */
async function measureRounds(proxies, isQuick) {
  const { warmUp, measured } = isQuick ? QUICK_SECONDS : SECONDS;
  const loads = new Map();
  for (const proxy of Object.values(proxies)) {
    const load = { players: await proxy.join(PLAYERS), contents: [twentyFeatures()], perSecond: PER_SECOND };
    await proxy.load({ ...load, perSecond: WARM_UP_PER_SECOND, seconds: warmUp });
    loads.set(proxy, { ...load, seconds: measured });
  }
  const rounds = [];
  for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1) {
    const results = {};
    for (const [name, proxy] of Object.entries(proxies))
      results[name] = await measureChecks(proxy, loads.get(proxy));
    rounds.push(results);
  }
  return rounds;
}

/** Measures the CPU time of a check, without that of the proxy and of the load itself. */
async function measureChecks(proxy, load) {
  const ours = await measureCpu(proxy, load);
  const others = await measureCpu(proxy, { ...load, channel: OTHER_CHANNEL, answersWithinMs: 0 });
  return { ...ours, cpuNanos: ours.cpuNanos - others.cpuNanos };
}

/** Runs a load, and measures the CPU time that all threads of the JVM used for each message. */
async function measureCpu(proxy, load) {
  const from = await proxy.request('cpuTime');
  const report = await proxy.load(load);
  const to = await proxy.request('cpuTime');
  return { ...report, cpuNanos: (to.cpuNanos - from.cpuNanos) / report.sent };
}

/** @returns a figure of the median, whose name contains the smallest and the largest value */
function spread(name, values, figure) {
  const show = (part) => quantile(values, part).toLocaleString('en', { maximumSignificantDigits: 3 });
  return { name: `${name} (${show(0)} to ${show(1)})`, value: quantile(values, 0.5), ...figure };
}
