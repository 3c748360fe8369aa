import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { buildAll, buildStandIn } from '../../build.mjs';
import { startBenchRedis } from '../plugin/bench-redis.mjs';
import { measureFanOut, measureLists, measurePermits } from './measures.mjs';
import { measurePrograms } from './programs.mjs';

const TIMES = 100_000;
const QUICK_TIMES = 500;

/**
 * Measures the cost of players, edits and programs for a Redis: the figures of docs/scaling.md.
 * @type {import('../../bench.mjs').Suite}
 */
export async function run({ progress, env, quick }) {
  const { jar, sidecar } = await buildAll(progress, env);
  await buildStandIn(progress, env);
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  const server = await startBenchRedis(env['FC_REDIS_SERVER'], directory);
  const redis = new Redis(server.url);
  try {
    await redis.flushall();
    const scale = { redis, port: Number(new URL(server.url).port), times: quick ? QUICK_TIMES : TIMES };
    return [
      ...(await progress.step('permits', () => measurePermits(scale))),
      ...(await progress.step('edits', () => measureFanOut(scale))),
      ...(await progress.step('lists', () => measureLists(scale))),
      ...(await progress.step('programs', () =>
        measurePrograms({ redis, url: server.url, jar, sidecar, directory, env, quick }),
      )),
    ];
  } finally {
    redis.disconnect();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
