import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient, type RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { RecordingLogger } from '../fakes/recording-logger.ts';
import { toRedisEndpoint } from './to-redis-endpoint.ts';

/** Connects as a program does. @returns the client, and its log */
export function connectClient(...endpoint: Parameters<typeof toRedisEndpoint>): {
  readonly client: RedisClient;
  readonly logger: RecordingLogger;
} {
  const logger = new RecordingLogger();
  const options = { name: 'test', timers: new NodeTimers(), logger };
  return { client: createRedisClient(toRedisEndpoint(...endpoint), options), logger };
}
