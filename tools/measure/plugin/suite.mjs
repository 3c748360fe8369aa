import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { buildAll } from '../../assemble/build.mjs';
import { withRedis } from '../../processes/redis.mjs';
import { measureAnswers, ROUNDS, startCheckout } from './answers.mjs';
import { measureHostile } from './hostile.mjs';
import { measurePushes } from './pushes.mjs';
import { CLIENT, GLOBAL, PERSONAL } from './requests.mjs';
import { measureStart } from './start.mjs';
import { measureTimed } from './timed.mjs';

/**
 * @typedef {object} Bench
 * @property {string} jar the built plugin
 * @property {string} directory for the folders of the measures
 * @property {string} redisUrl
 * @property {Redis} redis a connection to it
 * @property {NodeJS.ProcessEnv} env from `setUp`
 * @property {boolean} quick too short for meaningful figures
 * @property {(text: string) => void} note shows the progress of the measure
 *
 * @typedef {(bench: Bench) => Promise<import('../figures.mjs').Figure[]>} Measure
 */

const MEASURES = {
  answers: measureAnswers,
  start: measureStart,
  hostile: measureHostile,
  pushes: measurePushes,
  timed: measureTimed,
};

/** Two checkouts of the plugin, by the measure `answers`. */
export const comparable = {
  rounds: ROUNDS,
  buildArguments: [],
  async prepare(redisUrl) {
    const redis = new Redis(redisUrl);
    await writeLists(redis);
    redis.disconnect();
  },
  async start(name, checkout, redisUrl) {
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    const jar = join(checkout, 'plugin', 'build', 'libs', `feature-control-${version}.jar`);
    return await startCheckout(name, jar, redisUrl);
  },
};

async function writeLists(redis) {
  await redis.sadd('fc:blocklist:global', ...GLOBAL);
  await redis.sadd(`fc:blocklist:client:${CLIENT}`, ...PERSONAL);
}

/**
 * Measures the plugin's jar in the JVM of the stand-in for Velocity, with a separate Redis.
 * @type {import('../bench.mjs').Suite}
 */
export async function run({ progress, env, quick, only }) {
  const measures = Object.entries(MEASURES).filter(([name]) => only === undefined || name === only);
  const { jar } = await buildAll(progress, env);
  return await withRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl }) => {
    const redis = new Redis(redisUrl);
    await writeLists(redis);
    const bench = { directory, redisUrl, redis, jar, env, quick };
    const figures = [];
    try {
      for (const [name, measure] of measures)
        figures.push(...(await progress.step(name, (note) => measure({ ...bench, note }))));
    } finally {
      redis.disconnect();
    }
    return figures;
  });
}
