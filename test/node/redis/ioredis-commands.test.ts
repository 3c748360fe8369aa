import { readProcesses, setEach } from '../../contracts/ask-commands.ts';
import { describeRedisCommands } from '../../contracts/redis-commands.contract.ts';
import type { RedisCommandsUnderTest } from '../../contracts/redis-commands.contract.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { IoredisRedisCommands } from '../../support/redis/ioredis-redis-commands.ts';
import { startClusterStore } from '../../support/redis/redis-stores.ts';
import { untilConnected } from '../../support/redis/until-connected.ts';

/** The command timeout, for a busy machine. */
const COMMAND_TIMEOUT_MS = 10_000;

async function connect(url: string): Promise<RedisCommandsUnderTest> {
  const { client: redis } = connectClient(url, { commandTimeoutMs: COMMAND_TIMEOUT_MS });
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
