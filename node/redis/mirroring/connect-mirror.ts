import type { Platform } from '../../../shared/platform.ts';
import { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import { ServerConditions } from '../../../shared/redis/server/server-conditions.ts';
import { IoredisCommands } from '../commands/ioredis-commands.ts';
import { createRedisClient, onConnectionLost } from '../connecting/redis-client.ts';
import type { RedisEndpoint } from '../connecting/redis-endpoint.ts';
import { createChangeFeed } from './create-change-feed.ts';

interface ConnectMirrorOptions extends Platform {
  /** The name of the connections in Redis. */
  readonly name: string;
  /** The interval of the search for missed changes, in milliseconds. */
  readonly revalidateMs: number;
  /** See `MirrorDependencies`. */
  readonly stateChanged: () => void;
}

/** The interval in milliseconds at which Redis is polled while it does not report changes. */
const POLL_MS = 1000;

/** Connects to Redis, and creates the one mirror of a program, which is not started yet. */
export function connectMirror(endpoint: RedisEndpoint, { name, ...options }: ConnectMirrorOptions) {
  const { logger, stateChanged, timers } = options;
  const conditions = new ServerConditions({ logger, changed: stateChanged });
  const redis = createRedisClient(endpoint, { name, timers, logger, conditions });
  const commands = new IoredisCommands(redis);
  const mirror = new Mirror({
    ...options,
    commands,
    changeFeed: createChangeFeed(redis, endpoint, { name: `${name}-changes`, timers, logger }),
    dataName: 'keys',
    pollMs: POLL_MS,
  });
  onConnectionLost(redis, () => {
    mirror.recordLostConnection();
  });
  return {
    redis,
    conditions,
    commands,
    mirror,
    close: (): void => {
      mirror.close();
      redis.disconnect();
    },
  };
}
