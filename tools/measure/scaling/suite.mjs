import { buildAll, buildStandIn } from '../../assemble/build.mjs';
import { withBenchRedis } from '../plugin/bench-redis.mjs';
import { measureFanOut, measureLists, measurePermits } from './measures.mjs';
import { measurePrograms } from './programs.mjs';

const TIMES = 100_000;
const QUICK_TIMES = 500;

/**
 * Measures the cost of players, edits and programs for a Redis: the figures of docs/scaling.md.
 * @type {import('../bench.mjs').Suite}
 */
export async function run({ progress, env, quick }) {
  const { jar, sidecar } = await buildAll(progress, env);
  await buildStandIn(progress, env);
  return await withBenchRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl, redis }) => {
    await redis.flushall();
    const scale = { redis, port: redis.options.port, times: quick ? QUICK_TIMES : TIMES };
    return [
      ...(await progress.step('permits', () => measurePermits(scale))),
      ...(await progress.step('edits', () => measureFanOut(scale))),
      ...(await progress.step('lists', () => measureLists(scale))),
      ...(await progress.step('programs', () =>
        measurePrograms({ redis, redisUrl, jar, sidecar, directory, env, quick }),
      )),
    ];
  });
}
