import { join } from 'node:path';
import { OTHER_CHANNEL, startBenchProxy } from '../bench-proxy.mjs';
import { twentyFeatures } from '../requests.mjs';
import { referenceOptions, withLimit } from '../settings.mjs';

/** The maximum request rate of a proxy of 2,000 players at their limit. */
const PER_SECOND = 200;
const WARM_UP_PER_SECOND = 2000;
const PLAYERS = 500;
const SECONDS = { warmUp: 40, measured: 20 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };
const [MS, MICROS] = [1e6, 1e3];

/**
 * Measures a proxy with 200 requests a second, at a constant rate, once with the plugin and once with the
 * reference plugin: CPU time, latency of answers, and time on the proxy's own threads.
 * @type {import('../suite.mjs').Measure}
 */
export async function measureAnswers(bench) {
  const ours = await measureOne(bench, bench.jar, 'answers');
  const java = await measureOne(bench, bench.build.referenceJar, 'answers-reference');
  const check = `a permitted check at ${PER_SECOND} a second`;
  return [
    {
      name: `${check}, all threads, ÷ Java`,
      value: ours.share / java.share,
      unit: '×',
      target: { atMost: 5 },
    },
    { name: '… of a core', value: ours.share, unit: '%', target: { atMost: 1.5 } },
    { name: '… of a core, in Java', value: java.share, unit: '%' },
    ...comparison('from event to answer, p50', ours.answers.p50 / MS, java.answers.p50 / MS, 2),
    ...comparison('from event to answer, p99', ours.answers.p99 / MS, java.answers.p99 / MS, 3),
    ...handlerFigures('our channel', ours.handler, java.handler, [5, 50]),
    ...handlerFigures('another channel', ours.otherHandler, java.otherHandler, [1]),
  ];
}

async function measureOne({ build, directory, redisUrl, env, quick }, jar, name) {
  const proxy = await startBenchProxy({
    jars: [jar, build.benchJar],
    directory: join(directory, name),
    redisUrl,
    env,
    settings: withLimit(1),
    jvmOptions: referenceOptions(1),
  });
  const { warmUp, measured } = quick ? QUICK_SECONDS : SECONDS;
  try {
    const players = await proxy.join(PLAYERS);
    const load = { players, contents: [twentyFeatures()], perSecond: PER_SECOND, seconds: measured };
    const other = { ...load, channel: OTHER_CHANNEL };
    const warmUpLoad = { perSecond: WARM_UP_PER_SECOND, seconds: warmUp };
    await Promise.all([proxy.load({ ...load, ...warmUpLoad }), proxy.load({ ...other, ...warmUpLoad })]);
    await proxy.load(load);
    const { answerNanos, share } = await measureShare(proxy, load);
    const { share: otherShare } = await measureShare(proxy, other);
    await proxy.request('timings', { enabled: true });
    await Promise.all([proxy.load(load), proxy.load(other)]);
    const timings = await proxy.request('timings', { enabled: false });
    return {
      answers: answerNanos,
      // Excludes the cost of the proxy and of the load itself.
      share: share - otherShare,
      handler: handlerTimings(timings, 'service:feature-control'),
      otherHandler: handlerTimings(timings, OTHER_CHANNEL),
    };
  } finally {
    await proxy.stop();
  }
}

/** Runs a load, and measures the share of one CPU, in percent, that all threads of the JVM used. */
async function measureShare(proxy, load) {
  const from = await proxy.request('cpuTime');
  const report = await proxy.load(load);
  const to = await proxy.request('cpuTime');
  if (load.channel === undefined && report.answered < report.sent)
    throw new Error(`${report.sent - report.answered} of ${report.sent} requests were not answered`);
  const share = (100 * (to.cpuNanos - from.cpuNanos)) / (to.atNanos - from.atNanos);
  return { ...report, share };
}

/** @returns {import('../../figures.mjs').Figure[]} */
function comparison(name, ours, java, atMost) {
  return [
    { name: `${name}, ÷ Java`, value: ours / java, unit: '×', target: { atMost } },
    { name: '… of the plugin', value: ours, unit: 'ms' },
    { name: '… in Java', value: java, unit: 'ms' },
  ];
}

/** Returns the timings of the measured plugin; the other plugin is the bench's own. */
function handlerTimings(timings, channel) {
  const [plugin] = Object.keys(timings).filter(
    (key) => !key.startsWith('bench ') && key.endsWith(` ${channel}`),
  );
  return { time: timings[plugin], cpu: timings[`${plugin} (CPU time)`] };
}

/**
 * Targets apply to CPU time, as elapsed time includes the time of other threads.
 * @returns {import('../../figures.mjs').Figure[]}
 */
function handlerFigures(channel, ours, java, atMost) {
  return ['p50', 'p99'].flatMap((quantile, index) => {
    const name = `proxy’s thread in our code, ${channel}, ${quantile}`;
    const figure = (what, { [quantile]: nanos }) => ({ name: what, value: nanos / MICROS, unit: 'µs' });
    const target = atMost[index] === undefined ? {} : { target: { atMost: atMost[index] } };
    return [
      { ...figure(`${name}, CPU time`, ours.cpu), ...target },
      figure('… in Java', java.cpu),
      figure('… wall-clock time', ours.time),
      figure('… wall-clock time in Java', java.time),
    ];
  });
}
