import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPlugin } from '../../development-proxy/build.mjs';
import { fromRoot } from '../../files/paths.mjs';
import { runRounds } from '../rounds.mjs';
import { startBenchProxy } from './bench-proxy.mjs';
import { twentyFeatures } from './requests.mjs';

/** The maximum request rate of a proxy of 2,000 players at their limit. */
const PER_SECOND = 200;
const WARM_UP_PER_SECOND = 2000;
const PLAYERS = 500;
const SECONDS = { warmUp: 40, measured: 5 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };
export const ROUNDS = 7;
/** No plugin has registered it. */
const OTHER_CHANNEL = 'bench:other';
const NANOS_PER_MICRO = 1e3;
const NANOS_PER_MS = 1e6;

const CPU = `CPU time of a check, all threads, ${PER_SECOND} checks/s (µs)`;
const P50 = 'from the event to the answer, p50 (ms)';
const P99 = 'from the event to the answer, p99 (ms)';
/** The plugin's part of what a plugin in Java takes. */
const TARGETS = { [CPU]: { atMost: 5 }, [P50]: { atMost: 4 }, [P99]: { atMost: 4 } };

/**
 * Compares the plugin with a plugin in Java that keeps the same promises, in interleaved rounds.
 * @type {import('./suite.mjs').Measure}
 */
export async function measureAnswers(bench) {
  const contenders = [await startAnswering(bench, { name: 'plugin' })];
  try {
    contenders.push(await startReference(bench, 'plugin'));
    const rounds = await runRounds(contenders, bench.quick ? 1 : ROUNDS, bench.note);
    return rounds.measurements('plugin').flatMap((name) => [
      {
        name: `${name}: plugin ÷ Java`,
        ...rounds.ratios('plugin', 'reference', name),
        unit: '×',
        target: TARGETS[name],
      },
      { name: `${name}: plugin, on this machine`, ...rounds.values('plugin', name) },
    ]);
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()));
  }
}

/**
 * Starts the plugin of a checkout, to compare it with that of another one.
 * @param {string} name
 * @param {string} jar
 * @param {string} redisUrl
 * @returns {Promise<import('../rounds.mjs').Contender>}
 */
export async function startCheckout(name, jar, redisUrl) {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  const plugin = await startAnswering({ directory, redisUrl, jar, env: process.env }, { name });
  return {
    ...plugin,
    async stop() {
      await plugin.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** @param {string} plugin name of the proxy with the plugin, whose libraries the reference uses */
async function startReference(bench, plugin) {
  const folder = join(bench.directory, plugin, 'feature-control', 'libraries');
  const libraries = readdirSync(folder).map((file) => join(folder, file));
  const jar = await buildPlugin(fromRoot('tools', 'measure', 'plugin', 'reference'), { against: libraries });
  return await startAnswering(bench, { name: 'reference', jars: [jar], libraries });
}

/**
 * Starts a proxy with a plugin, and lets the JVM compile it.
 * @returns {Promise<import('../rounds.mjs').Contender>}
 */
async function startAnswering(bench, options) {
  const { warmUp, measured } = bench.quick ? QUICK_SECONDS : SECONDS;
  const proxy = await startBenchProxy(bench, options);
  const load = { players: await proxy.join(PLAYERS), contents: [twentyFeatures()], perSecond: PER_SECOND };
  await proxy.load({ ...load, perSecond: WARM_UP_PER_SECOND, seconds: warmUp });
  return {
    name: options.name,
    measures: [() => measureChecks(proxy, { ...load, seconds: measured })],
    stop: () => proxy.stop(),
  };
}

/** Without the CPU time of the proxy and of the load itself. */
async function measureChecks(proxy, load) {
  const ours = await measureCpu(proxy, load);
  const others = await measureCpu(proxy, { ...load, channel: OTHER_CHANNEL, answersWithinMs: 0 });
  if (ours.answered < ours.sent) throw new Error(`only ${ours.answered} of ${ours.sent} were answered`);
  return {
    [CPU]: (ours.cpuNanos - others.cpuNanos) / NANOS_PER_MICRO,
    [P50]: ours.answerNanos.p50 / NANOS_PER_MS,
    [P99]: ours.answerNanos.p99 / NANOS_PER_MS,
  };
}

/** Runs a load, and measures the CPU time that all threads of the JVM used for each message. */
async function measureCpu(proxy, load) {
  const from = await proxy.request('cpuTime');
  const report = await proxy.load(load);
  const to = await proxy.request('cpuTime');
  return { ...report, cpuNanos: (to.cpuNanos - from.cpuNanos) / report.sent };
}
