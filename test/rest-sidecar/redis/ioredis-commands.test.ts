import { createRedisClient } from '../../../rest-sidecar/src/redis/redis-client.ts';
import { IoredisCommands } from '../../../rest-sidecar/src/redis/ioredis-commands.ts';
import { NodeTimers } from '../../../rest-sidecar/src/platform/node-timers.ts';
import { describeRedisCommands } from '../../contracts/redis-commands.contract.ts';
import type { RedisCommandsUnderTest } from '../../contracts/redis-commands.contract.ts';
import { eventually } from '../../support/eventually.ts';
import { placeOf } from '../../support/redis-place.ts';
import { startClusterStore, startSentinelStore } from '../../support/redis-stores.ts';

async function connect(url: string): Promise<RedisCommandsUnderTest> {
  const redis = createRedisClient(placeOf(url), { name: 'commands-contract', timers: new NodeTimers() });
  await eventually(() => redis.status === 'ready', { what: 'the connection' });
  return {
    commands: new IoredisCommands(redis),
    close() {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

describeRedisCommands('IoredisCommands', connect);
describeRedisCommands('IoredisCommands, through Sentinels,', connect, startSentinelStore);
describeRedisCommands('IoredisCommands, of a cluster,', connect, startClusterStore);
