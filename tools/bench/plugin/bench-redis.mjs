import { Redis } from 'ioredis';
import { nextFreePort } from '../../processes/free-port.mjs';
import { redisSpec } from '../../processes/redis-spec.mjs';
import { startService } from '../../processes/service.mjs';
import { CLIENT, GLOBAL, PERSONAL } from './requests.mjs';

const FIRST_PORT = 27_379;

/**
 * Starts a Redis that contains the bench's lists.
 * @param {string} server the path of the program
 * @param {string} directory
 */
export async function startBenchRedis(server, directory) {
  const port = await nextFreePort(FIRST_PORT);
  const service = startService({
    ...redisSpec({ server, port, directory }),
    ...{ timeoutMs: 30_000, graceMs: 5000, onLine: () => {} },
  });
  await service.ready;
  const url = `redis://127.0.0.1:${port}`;
  const redis = new Redis(url);
  await redis.sadd('fc:blocklist:global', ...GLOBAL);
  await redis.sadd(`fc:blocklist:client:${CLIENT}`, ...PERSONAL);
  redis.disconnect();
  return { url, stop: () => service.stop() };
}
