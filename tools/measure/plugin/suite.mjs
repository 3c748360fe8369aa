import { buildAll } from '../../assemble/build.mjs';
import { buildBench } from './bench-build.mjs';
import { withBenchRedis } from './bench-redis.mjs';
import { measureAnswers } from './measures/answers.mjs';
import { measureBridges } from './measures/bridges.mjs';
import { measureCheckCost } from './measures/check-cost.mjs';
import { measureHostile } from './measures/hostile.mjs';
import { measurePushes } from './measures/pushes.mjs';
import { measureScale } from './measures/scale.mjs';
import { measureStart } from './measures/start.mjs';
import { measureTimed } from './measures/timed.mjs';
import { measureThroughput } from './measures/throughput.mjs';

/**
 * @typedef {object} Bench
 * @property {import('./bench-build.mjs').BenchBuild} build
 * @property {string} jar the built plugin
 * @property {string} directory for the folders of the measures
 * @property {string} redisUrl
 * @property {import('ioredis').Redis} redis a connection to it
 * @property {NodeJS.ProcessEnv} env from `setUp`
 * @property {boolean} quick too short for meaningful figures
 *
 * @typedef {(bench: Bench) => Promise<import('../figures.mjs').Figure[]>} Measure
 */

const MEASURES = {
  check: measureCheckCost,
  throughput: measureThroughput,
  answers: measureAnswers,
  start: measureStart,
  hostile: measureHostile,
  bridges: measureBridges,
  pushes: measurePushes,
  timed: measureTimed,
  lists: measureScale,
};

/**
 * Measures the plugin's jar in the JVM of the stand-in for Velocity, with a separate Redis.
 * @type {import('../bench.mjs').Suite}
 */
export async function run({ progress, env, quick, only }) {
  const measures = Object.entries(MEASURES).filter(([name]) => only === undefined || name === only);
  const { jar } = await buildAll(progress, env);
  return await withBenchRedis(env['FC_REDIS_SERVER'], async (place) => {
    const { directory } = place;
    const build = await progress.step('bench', () => buildBench({ jar, directory, env }));
    const figures = [];
    for (const [name, measure] of measures)
      figures.push(...(await progress.step(name, () => measure({ ...place, build, jar, env, quick }))));
    return figures;
  });
}
