import { join } from 'node:path';
import { startBenchProxy } from '../bench-proxy.mjs';
import { GUARD_OFF, withLimit } from '../settings.mjs';
import { twentyFeatures } from '../requests.mjs';

/** As many requests are under way at any time. */
const IN_FLIGHT = 128;
const SECONDS = { warmUp: 20, measured: 10 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };

/** As fast as answers come, from inside the JVM. @type {import('../suite.mjs').Measure} */
export async function measureThroughput(bench) {
  const refused = await runLoop(bench, { kind: 'refused', players: 10, settings: GUARD_OFF });
  // A permit that lasts so short is to be had by every player each time.
  const permitted = await runLoop(bench, {
    kind: 'permitted',
    players: 4000,
    settings: GUARD_OFF + withLimit(1),
  });
  return [
    {
      name: 'refused from memory, a second of one core',
      value: refused.answered / refused.cpuSeconds,
      target: { atLeast: 80_000 },
    },
    {
      name: '… a second of time, while the other core makes the requests',
      value: refused.answered / refused.seconds,
    },
    {
      name: `permitted by a local Redis, a second of time, ${IN_FLIGHT} under way`,
      value: permitted.answered / permitted.seconds,
      target: { atLeast: 30_000 },
    },
    { name: '… a second of the script’s core', value: permitted.answered / permitted.cpuSeconds },
  ];
}

async function runLoop({ build, jar, directory, redisUrl, env, quick }, { kind, players, settings }) {
  const proxy = await startBenchProxy({
    classPath: build.hostClassPath,
    jars: [jar, build.benchJar],
    directory: join(directory, kind),
    ...{ redisUrl, env, settings },
  });
  const { warmUp, measured } = quick ? QUICK_SECONDS : SECONDS;
  const loop = { players, inFlight: IN_FLIGHT, content: twentyFeatures() };
  try {
    await proxy.loop({ ...loop, seconds: warmUp });
    const result = await proxy.loop({ ...loop, seconds: measured });
    if (result.stuck || (!quick && result[kind] < 0.95))
      throw new Error(`these requests are not ${kind}: ${JSON.stringify(result)}`);
    return result;
  } finally {
    await proxy.stop();
  }
}
