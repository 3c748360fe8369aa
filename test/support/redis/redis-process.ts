import { startProgram } from '../../../tools/processes/program.mjs';
import { variable } from '../processes/variable.ts';

const READY = 'Ready to accept connections';

/**
 * Starts a Redis server or Sentinel.
 * @param args in the form of Redis's command line
 * @param directory used only by this process; removed when the tests are killed
 * @param ready text of the log line that reports readiness
 * @param command the path of another server, such as Valkey
 */
export async function launchRedis(
  args: readonly string[],
  directory: string,
  ready = READY,
  command = variable('FC_REDIS_SERVER'),
): Promise<ReturnType<typeof startProgram>> {
  const redis = startProgram({
    name: 'Redis',
    command,
    args,
    directory,
    graceMs: 3000,
    isReadyLine: (line) => line.includes(ready),
  });
  await redis.ready;
  return redis;
}
