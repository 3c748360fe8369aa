import { startBenchProxy } from './bench-proxy.mjs';
import { twentyFeatures } from './requests.mjs';

/** The maximum request rate of a proxy of 2,000 players at their limit. */
const PER_SECOND = 200;
const WARM_UP_PER_SECOND = 2000;
const PLAYERS = 500;
const SECONDS = { warmUp: 40, measured: 20 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };
/** No plugin has registered it. */
const OTHER_CHANNEL = 'bench:other';
const NANOS_PER_MS = 1e6;

/**
 * Measures a proxy with 200 requests a second, at a constant rate: CPU time and latency of answers.
 * @type {import('./suite.mjs').Measure}
 */
export async function measureAnswers(bench) {
  const proxy = await startBenchProxy(bench, { name: 'answers' });
  const { warmUp, measured } = bench.quick ? QUICK_SECONDS : SECONDS;
  try {
    const players = await proxy.join(PLAYERS);
    const load = { players, contents: [twentyFeatures()], perSecond: PER_SECOND, seconds: measured };
    await proxy.load({ ...load, perSecond: WARM_UP_PER_SECOND, seconds: warmUp });
    const ours = await measureShare(proxy, load);
    const others = await measureShare(proxy, { ...load, channel: OTHER_CHANNEL, answersWithinMs: 0 });
    return [
      {
        name: `${PER_SECOND} permitted checks a second, all threads, of a core`,
        // Excludes the cost of the proxy and of the load itself.
        value: ours.share - others.share,
        unit: '%',
        target: { atMost: 15 },
      },
      { name: 'unanswered requests', value: ours.sent - ours.answered, target: { atMost: 0 } },
      ms('from the event to the answer, p50', ours.answerNanos.p50, 2),
      ms('from the event to the answer, p99', ours.answerNanos.p99, 10),
    ];
  } finally {
    await proxy.stop();
  }
}

/** Runs a load, and measures the share of one CPU, in percent, that all threads of the JVM used. */
async function measureShare(proxy, load) {
  const from = await proxy.request('cpuTime');
  const report = await proxy.load(load);
  const to = await proxy.request('cpuTime');
  return { ...report, share: (100 * (to.cpuNanos - from.cpuNanos)) / (to.atNanos - from.atNanos) };
}

function ms(name, nanos, atMost) {
  return { name, value: nanos / NANOS_PER_MS, unit: 'ms', target: { atMost } };
}
