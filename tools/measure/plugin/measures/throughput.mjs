import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchProxy } from '../bench-proxy.mjs';
import { GUARD_OFF, referenceOptions, withLimit } from '../settings.mjs';
import { twentyFeatures } from '../requests.mjs';

/** Number of requests in flight at any time. */
const IN_FLIGHT = 128;
const SECONDS = { warmUp: 20, measured: 10 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };

/**
 * Measures the maximum throughput, with load from inside the JVM.
 * @type {import('../suite.mjs').Measure}
 */
export async function measureThroughput(bench) {
  const refusing = { kind: 'refused', players: 10, settings: GUARD_OFF, windowMs: 10_000 };
  // With such a short window, every request of a player gets a permit.
  const permitting = { kind: 'permitted', players: 4000, settings: GUARD_OFF + withLimit(1), windowMs: 1 };
  const refused = await runLoop(bench, bench.jar, refusing);
  const refusedInJava = await runLoop(bench, bench.build.referenceJar, refusing);
  const permitted = await runLoop(bench, bench.jar, permitting);
  const permittedInJava = await runLoop(bench, bench.build.referenceJar, permitting);
  return [
    {
      name: 'refused from memory, ÷ Java',
      value: refused / refusedInJava,
      unit: '×',
      target: { atLeast: 0.1 },
    },
    { name: '… a second', value: refused },
    { name: '… a second, in Java', value: refusedInJava },
    { name: `permitted by a local Redis, a second, ${IN_FLIGHT} in flight`, value: permitted },
    { name: '… in Java', value: permittedInJava },
  ];
}

/** @returns {Promise<number>} answers a second */
async function runLoop(
  { build, directory, redisUrl, env, quick },
  jar,
  { kind, players, settings, windowMs },
) {
  const proxy = await startBenchProxy({
    jars: [jar, build.benchJar],
    directory: mkdtempSync(join(directory, `${kind}-`)),
    redisUrl,
    env,
    settings,
    jvmOptions: referenceOptions(windowMs),
  });
  const { warmUp, measured } = quick ? QUICK_SECONDS : SECONDS;
  const loop = { players, inFlight: IN_FLIGHT, content: twentyFeatures() };
  try {
    await proxy.loop({ ...loop, seconds: warmUp });
    const result = await proxy.loop({ ...loop, seconds: measured });
    if (result.stuck || (!quick && result[kind] < 0.95))
      throw new Error(`these requests are not ${kind}: ${JSON.stringify(result)}`);
    return result.answered / result.seconds;
  } finally {
    await proxy.stop();
  }
}
