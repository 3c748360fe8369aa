import { NodeTimers } from '../../../rest-sidecar/src/platform/node-timers.ts';
import { SystemClock } from '../../../rest-sidecar/src/platform/system-clock.ts';
import { createChangeFeed } from '../../../rest-sidecar/src/redis/create-change-feed.ts';
import { IoredisRedisCommands } from '../../support/redis/ioredis-redis-commands.ts';
import { createRedisClient } from '../../../rest-sidecar/src/redis/redis-client.ts';
import { describeMirror } from '../../contracts/mirror.contract.ts';
import { startRealStore } from '../../contracts/mirror-stores.ts';
import { openMirror } from '../../contracts/observed-mirror.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { placeOf } from '../../support/redis/redis-place.ts';

const timers = new NodeTimers();

describeMirror('ioredis', {
  startStore: startRealStore,
  create: ({ url }, prefix) => {
    const redis = createRedisClient(placeOf(url), { name: 'mirror-contract', timers });
    const commands = new IoredisRedisCommands(redis);
    const logger = new RecordingLogger();
    const changeFeed = createChangeFeed(redis, placeOf(url), { name: 'mirror-contract', timers, logger });
    return openMirror({ commands, changeFeed, clock: new SystemClock(), timers }, prefix, () => {
      redis.disconnect();
    });
  },
});
