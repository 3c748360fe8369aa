/**
 * `npm run bench -- rest`: compares the sidecar with other servers, and with more processes. The load
 * generator runs on another core if possible.
 */
import { buildAll } from '../../build.mjs';
import { writeBodies } from './bodies.mjs';
import { compareWithOthers } from './compare.mjs';
import { loadProgram } from './load.mjs';
import { BenchPrograms } from './bench-programs.mjs';
import { compareWorkers } from './workers.mjs';

/** Measures by their name for `--only`. */
const MEASURES = { others: compareWithOthers, workers: compareWorkers };

/** @type {import('../../bench.mjs').Suite} */
export async function run({ progress, env, quick, only }) {
  const { sidecar } = await buildAll(progress, env);
  const effort = quick ? { rounds: 1, seconds: 1 } : { rounds: 12, seconds: 1 };
  const figures = [];
  for (const [name, compare] of Object.entries(MEASURES).filter(
    ([name]) => only === undefined || name === only,
  )) {
    const programs = new BenchPrograms();
    try {
      const redisPort = await programs.startRedis(env['FC_REDIS_SERVER']);
      await writeBodies(redisPort);
      const redisUrl = `redis://127.0.0.1:${redisPort}`;
      const step = async (note) => await compare(programs, { sidecar, redisUrl, effort, note });
      figures.push(...(await progress.step(`sidecar and ${name}, by ${loadProgram()}`, step)));
    } finally {
      await programs.end();
    }
  }
  return figures;
}
