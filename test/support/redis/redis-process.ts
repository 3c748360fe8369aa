import { startProgram } from '../../../tools/processes/program.mjs';

const READY = 'Ready to accept connections';

/**
 * Starts a Redis server or Sentinel.
 * @param args in the form of Redis's command line
 * @param directory used only by this process; removed when the tests are killed
 * @param ready text of the log line that reports readiness
 */
export async function launchRedis(
  args: readonly string[],
  directory: string,
  ready = READY,
): Promise<ReturnType<typeof startProgram>> {
  const command = process.env['FC_REDIS_SERVER'];
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
