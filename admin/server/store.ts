import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { Mirror } from '../../shared/redis/mirror/mirror.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import type { Timers } from '../../shared/timers.ts';
import { describeNodes } from '../../shared/redis/url/redis-url.ts';
import { createChangeFeed } from '../../node/redis/create-change-feed.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import { MirrorLog } from '../../node/redis/mirror-log.ts';
import { createRedisClient, onConnectionLost } from '../../node/redis/redis-client.ts';
import type { AdminServerConfig } from './config.ts';
import { addKinds } from './kinds.ts';

export interface StoreDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Called when the data has become current, or is no longer. */
  readonly connectionChanged: () => void;
}

/** The interval in milliseconds at which Redis is polled while it does not report changes. */
const POLL_MS = 1000;

/** Connects to Redis. From `mirror.start()` on, the one mirror keeps everything that is shown in memory. */
export function openStore(config: AdminServerConfig, dependencies: StoreDependencies) {
  const { connectionChanged, logger, timers } = dependencies;
  const keys = new RedisKeys(config.keyPrefix);
  const redis = createRedisClient(config.redis, { name: 'admin-server', timers, logger });
  const commands = new IoredisCommands(redis);
  const mirror = new Mirror({
    ...dependencies,
    commands,
    changeFeed: createChangeFeed(redis, config.redis, { name: 'admin-server-changes', timers, logger }),
    dataName: 'keys',
    revalidateMs: config.resyncMs,
    pollMs: POLL_MS,
    stateChanged: () => {
      const wasConnected = log.isConnected;
      log.update();
      if (log.isConnected !== wasConnected) connectionChanged();
    },
  });
  onConnectionLost(redis, () => {
    mirror.recordLostConnection();
  });
  const kinds = addKinds({ ...dependencies, mirror, redis, commands, keys });
  const { heartbeats, sets, tokens } = kinds;
  const log = new MirrorLog({
    mirror,
    logger,
    endpoint: describeNodes(config.redis.url),
    contents: () => `${sets.size} blocklists, ${tokens.size} tokens, ${heartbeats.size} programs`,
  });
  return {
    keys,
    redis,
    commands,
    mirror,
    kinds,
    /** Whether everything was loaded, and memory equals Redis as far as known. */
    isCurrent: () => log.isConnected,
    close(): void {
      mirror.close();
      redis.disconnect();
    },
  };
}

export type Store = ReturnType<typeof openStore>;
