import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { readProcesses, setEach } from '../../contracts/ask-commands.ts';
import { describeRedisCommands } from '../../contracts/redis-commands.contract.ts';
import type { RedisCommandsUnderTest } from '../../contracts/redis-commands.contract.ts';
import { IoredisRedisCommands } from '../../support/redis/ioredis-redis-commands.ts';
import { startClusterStore } from '../../support/redis/redis-stores.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';
import { untilConnected } from '../../support/redis/until-connected.ts';

/** The command timeout, for a busy machine. */
const COMMAND_TIMEOUT_MS = 10_000;

async function connect(url: string): Promise<RedisCommandsUnderTest> {
  const redis = createRedisClient(toRedisEndpoint(url, { commandTimeoutMs: COMMAND_TIMEOUT_MS }), {
    name: 'commands-contract',
    timers: new NodeTimers(),
  });
  await untilConnected(redis);
  const commands = new IoredisRedisCommands(redis);
  return {
    commands,
    setEach: (keys, value, ttlMs) => setEach(commands, keys, value, ttlMs),
    readProcesses: (keys) => readProcesses(commands, keys),
    close() {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

describeRedisCommands('IoredisCommands', connect);
describeRedisCommands('IoredisCommands, of a cluster,', connect, startClusterStore);
