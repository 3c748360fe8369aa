import { createRedisConnection } from '../../../rest-sidecar/src/redis/redis-connection.ts';
import { IoredisCommands } from '../../../rest-sidecar/src/redis/ioredis-commands.ts';
import { NodeTimers } from '../../../rest-sidecar/src/platform/node-timers.ts';
import { describeRedisCommands } from '../../contracts/redis-commands.contract.ts';
import { eventually } from '../../support/eventually.ts';

describeRedisCommands('IoredisCommands', async (url) => {
  const redis = createRedisConnection({ url, name: 'commands-contract', timers: new NodeTimers() });
  await eventually(() => redis.status === 'ready', { what: 'the connection' });
  return {
    commands: new IoredisCommands(redis),
    close() {
      redis.disconnect();
      return Promise.resolve();
    },
  };
});
