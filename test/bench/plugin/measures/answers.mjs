import { join } from 'node:path';
import { OTHER_CHANNEL, SCRIPT_THREAD, startBenchProxy } from '../bench-proxy.mjs';
import { twentyFeatures } from '../requests.mjs';
import { withLimit } from '../settings.mjs';

const PER_SECOND = 1000;
/** What a smaller network asks. */
const FEWER_PER_SECOND = 100;
const PLAYERS = 500;
const SECONDS = { warmUp: 20, measured: 20 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };
const [MS, MICROS] = [1e6, 1e3];

/** A proxy with a thousand requests a second, at a steady rate: how long answers take, and the proxy's own threads. @type {import('../suite.mjs').Measure} */
export async function measureAnswers({ build, jar, directory, redisUrl, env, quick }) {
  const proxy = await startBenchProxy({
    classPath: build.hostClassPath,
    jars: [jar, build.benchJar],
    directory: join(directory, 'answers'),
    ...{ redisUrl, env, settings: withLimit(1) },
  });
  const { warmUp, measured } = quick ? QUICK_SECONDS : SECONDS;
  try {
    const players = await proxy.join(PLAYERS);
    const load = { players, contents: [twentyFeatures()], perSecond: PER_SECOND };
    const other = { ...load, channel: OTHER_CHANNEL };
    await Promise.all([proxy.load({ ...load, seconds: warmUp }), proxy.load({ ...other, seconds: warmUp })]);
    const before = await scriptThread(proxy);
    const { answered, sent, answerNanos } = await proxy.load({ ...load, seconds: measured });
    const share = shareBetween(before, await scriptThread(proxy));
    if (answered < sent) throw new Error(`${sent - answered} of ${sent} requests were not answered`);
    await proxy.request('timings', { enabled: true });
    await Promise.all([
      proxy.load({ ...load, seconds: measured }),
      proxy.load({ ...other, seconds: measured }),
    ]);
    const timings = await proxy.request('timings', { enabled: false });
    const beforeFewer = await scriptThread(proxy);
    await proxy.load({ ...load, perSecond: FEWER_PER_SECOND, seconds: measured });
    const shareAtFewer = shareBetween(beforeFewer, await scriptThread(proxy));
    return [
      ...percentiles('from event to answer', answerNanos, { unit: 'ms', scale: MS, atMost: [0.3, 2] }),
      ...percentiles(
        'proxy’s thread in our code, our channel',
        timings['feature-control service:feature-control'],
        {
          ...{ unit: 'µs', scale: MICROS, atMost: [5, 50] },
        },
      ),
      ...percentiles(
        'proxy’s thread in our code, another channel',
        timings[`feature-control ${OTHER_CHANNEL}`],
        {
          ...{ unit: 'µs', scale: MICROS, atMost: [1] },
        },
      ),
      {
        name: `script thread, of a processor, at ${FEWER_PER_SECOND} requests a second`,
        value: shareAtFewer,
        unit: '%',
      },
      { name: `… at ${PER_SECOND.toLocaleString('en')} requests a second`, value: share, unit: '%' },
    ];
  } finally {
    await proxy.stop();
  }
}

/** What it has had of a processor, and when. @returns {Promise<{ processorNanos: number, atNanos: number }>} */
function scriptThread(proxy) {
  return proxy.request('processor', { thread: SCRIPT_THREAD });
}

/** In percent of one processor. */
function shareBetween(from, to) {
  return (100 * (to.processorNanos - from.processorNanos)) / (to.atNanos - from.atNanos);
}

/** @returns {import('../../figures.mjs').Figure[]} */
function percentiles(name, { p50, p99 }, { unit, scale, atMost }) {
  return [p50, p99].map((nanos, index) => ({
    name: `${name}, ${index === 0 ? 'p50' : 'p99'}`,
    value: nanos / scale,
    unit,
    ...(atMost[index] === undefined ? {} : { target: { atMost: atMost[index] } }),
  }));
}
