import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../processes/free-port.mjs';
import { redisSpec } from '../../processes/redis.mjs';
import { startProgram } from '../../processes/program.mjs';
import { CLIENT, GLOBAL, PERSONAL } from './requests.mjs';

/**
 * Runs a measurement with a Redis that contains the bench's lists, and with a directory. Both are removed
 * afterwards. @template T
 * @param {string} server the path of the program
 * @param {(bench: { directory: string, redisUrl: string, redis: Redis }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withBenchRedis(server, work) {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  const port = await freePort();
  const service = startProgram({
    ...redisSpec({ server, port, directory }),
    timeoutMs: 30_000,
    graceMs: 5000,
    quiet: true,
  });
  let redis;
  try {
    await service.ready;
    redis = new Redis(port);
    await redis.sadd('fc:blocklist:global', ...GLOBAL);
    await redis.sadd(`fc:blocklist:client:${CLIENT}`, ...PERSONAL);
    return await work({ directory, redisUrl: `redis://127.0.0.1:${port}`, redis });
  } finally {
    redis?.disconnect();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
