import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_DIRECTORY } from '../files/paths.mjs';
import { nextFreePort } from '../processes/free-port.mjs';
import { redisSpec } from '../processes/redis.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { exampleCommands } from './example-data.mjs';

/** Not Redis's default 6379, which another Redis may need later. */
const FIRST_PORT = 16379;

/**
 * Starts the project's own Redis on loopback, which keeps its data in `.dev/redis-data`, and writes example
 * data to it if it is empty.
 * @param {(spec: object) => Promise<void>} start from `supervise`
 * @param {{ server: string, keyPrefix: string }} options `server`: the path of the program
 * @returns {Promise<{ url: string, filled: boolean }>}
 */
export async function startOwnRedis(start, { server, keyPrefix }) {
  const port = await nextFreePort(FIRST_PORT);
  if (port === undefined) throw new ExplainedError(`no free port from ${FIRST_PORT} for Redis`);
  const directory = join(RUN_DIRECTORY, 'redis-data');
  mkdirSync(directory, { recursive: true });
  const persistence = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
  await start({
    ...redisSpec({ server, port, directory, persistence }),
    title: `127.0.0.1:${port}`,
    timeoutMs: 60_000,
    graceMs: 5000,
    quiet: true,
  });
  const url = `redis://127.0.0.1:${port}`;
  return { url, filled: await fillWhenEmpty(url, keyPrefix) };
}

async function fillWhenEmpty(url, keyPrefix) {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url);
  try {
    if ((await redis.dbsize()) > 0) return false;
    for (const [name, ...args] of exampleCommands(keyPrefix, Date.now())) await redis.call(name, ...args);
    return true;
  } finally {
    redis.disconnect();
  }
}
