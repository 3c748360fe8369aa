import { startProgram } from '../../../tools/processes/program.mjs';

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
  command = process.env['FC_REDIS_SERVER'],
): Promise<ReturnType<typeof startProgram>> {
  if (command === undefined)
    throw new Error('FC_REDIS_SERVER is not set: it comes from test/support/jest/global-setup.ts');
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
