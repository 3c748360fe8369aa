import { connectMirror } from '../../../node/redis/mirroring/connect-mirror.ts';
import { MirrorLog } from '../../../node/redis/mirroring/mirror-log.ts';
import type { Platform } from '../../../shared/platform.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { describeNodes } from '../../../shared/redis/url/redis-url.ts';
import type { AdminServerConfig } from '../config.ts';
import { addCollections } from './collections.ts';
import { createRedisTime } from './redis-time.ts';

export interface CollectionsDependencies extends Platform {
  /** Called when the data has become current, or is no longer. */
  readonly connectionChanged: () => void;
}

/** Connects to Redis. From `mirror.start()` on, the one mirror keeps everything that is shown in memory. */
export function connectCollections(config: AdminServerConfig, dependencies: CollectionsDependencies) {
  const { connectionChanged, logger } = dependencies;
  const keys = new RedisKeys(config.keyPrefix);
  const { close, commands, conditions, mirror, redis } = connectMirror(config.redis, {
    ...dependencies,
    name: 'admin-server',
    revalidateMs: config.resyncMs,
    stateChanged: () => {
      const wasConnected = log.isConnected;
      log.update();
      if (log.isConnected !== wasConnected) connectionChanged();
    },
  });
  const time = createRedisTime({ ...dependencies, commands });
  const collections = addCollections({ ...dependencies, mirror, redis, commands, keys, time });
  const { blocklists, heartbeats, tokens } = collections;
  const log = new MirrorLog({
    mirror,
    logger,
    endpoint: describeNodes(config.redis.url),
    contents: () => `${blocklists.size} blocklists, ${tokens.size} tokens, ${heartbeats.size} programs`,
  });
  return {
    keys,
    redis,
    commands,
    conditions,
    mirror,
    time,
    collections,
    /** Whether everything was loaded, and memory equals Redis as far as known. */
    isCurrent: () => log.isConnected,
    close,
  };
}

export type ConnectedCollections = ReturnType<typeof connectCollections>;
