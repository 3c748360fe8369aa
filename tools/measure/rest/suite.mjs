/**
 * `npm run bench -- rest`: compares the sidecar with other servers. The load generator runs on another core
 * if possible.
 */
import { buildAll } from '../../assemble/build.mjs';
import { writeBodies } from './bodies.mjs';
import { compareWithOthers } from './compare.mjs';
import { loadProgram } from './load.mjs';
import { BenchPrograms } from './bench-programs.mjs';

/** @type {import('../bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  const { sidecar } = await buildAll(progress, env);
  const effort = quick ? { rounds: 1, seconds: 1 } : { rounds: 12, seconds: 1 };
  const programs = new BenchPrograms();
  try {
    const redisPort = await programs.startRedis(env['FC_REDIS_SERVER']);
    await writeBodies(redisPort);
    const redisUrl = `redis://127.0.0.1:${redisPort}`;
    return await progress.step(
      `sidecar and others, by ${loadProgram()}`,
      async (note) => await compareWithOthers(programs, { sidecar, redisUrl, effort, note }),
    );
  } finally {
    await programs.end();
  }
}
