import { startBenchProxy } from './bench-proxy.mjs';
import { HOSTILE, twentyFeatures } from './requests.mjs';

const HOSTILE_PER_SECOND = 20_000;
const OTHERS = { count: 1000, perSecond: 100 };
const SECONDS = { warmUp: 15, measured: 10 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };
const NANOS_PER_MS = 1e6;

/**
 * Measures other players' requests while one player floods the proxy, with the default guard.
 * @type {import('./suite.mjs').Measure}
 */
export async function measureHostile(bench) {
  const proxy = await startBenchProxy(bench, { name: 'hostile', windowMs: 1000 });
  const { warmUp, measured } = bench.quick ? QUICK_SECONDS : SECONDS;
  try {
    const [hostile, ...others] = await proxy.join(1 + OTHERS.count);
    const loadOthers = (seconds) =>
      proxy.load({ players: others, contents: [twentyFeatures()], perSecond: OTHERS.perSecond, seconds });
    await loadOthers(warmUp);
    const calm = await loadOthers(measured);
    const figures = [
      {
        name: 'others’ answers without a flood, p99',
        value: calm.answerNanos.p99 / NANOS_PER_MS,
        unit: 'ms',
      },
    ];
    for (const [kind, content] of Object.entries(HOSTILE)) {
      const flood = {
        players: [hostile],
        contents: [content],
        perSecond: HOSTILE_PER_SECOND,
        seconds: measured,
      };
      const [flooded, otherLoad] = await Promise.all([proxy.load(flood), loadOthers(measured)]);
      figures.push(
        {
          name: `others’ answers while one player floods with ${kind} packets, p99 ÷ without`,
          value: otherLoad.answerNanos.p99 / calm.answerNanos.p99,
          unit: '×',
          target: { atMost: 2 },
        },
        {
          name: '… others’ requests that were not answered, and packets that were passed on',
          value: otherLoad.sent - otherLoad.answered + flooded.forwarded + otherLoad.forwarded,
          target: { atMost: 0 },
        },
      );
    }
    return figures;
  } finally {
    await proxy.stop();
  }
}
