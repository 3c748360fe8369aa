import { Redis } from 'ioredis';
import { exampleCommands } from '../../tools/start/example-data.mjs';
import { eventually } from './eventually.ts';
import { startBuiltSidecar, type BuiltServer } from './http/built-servers.ts';
import { ask } from './http/http.ts';
import { testRedisUrl, uniquePrefix } from './redis/redis.ts';

/** Starts the built sidecar with the example data of `npm start`, and waits until it serves them. */
export async function startSidecarWithExampleData(): Promise<BuiltServer> {
  const keyPrefix = uniquePrefix();
  const commands: string[][] = exampleCommands(keyPrefix, Date.now());
  const redis = new Redis(testRedisUrl());
  for (const [name = '', ...args] of commands) await redis.call(name, ...args);
  redis.disconnect();
  const sidecar = await startBuiltSidecar({ KEY_PREFIX: keyPrefix });
  await eventually(async () => (await ask(sidecar.origin, '/v1/health')).text === '{"status":"ok"}');
  return sidecar;
}
