import { afterAll, beforeAll } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { RedisRateLimiter } from '../../shared/redis/limits/redis-rate-limiter.ts';
import { describeChangeFeed, type ChangeFeedUnderTest } from '../contracts/change-feed.contract.ts';
import { describeRateLimiter } from '../contracts/rate-limiter.contract.ts';
import { describeRedisCommands, type RedisCommandsUnderTest } from '../contracts/redis-commands.contract.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { startClusterStore, startSentinelStore } from '../support/redis/redis-stores.ts';
import { PortsInJar } from './redis-ports/ports-in-jar.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

let ports: PortsInJar;
let admin: Redis;
let limiter: RedisRateLimiter;

beforeAll(async () => {
  ports = await PortsInJar.start();
  admin = new Redis(testRedisUrl());
  const { commands } = await ports.connect(testRedisUrl());
  limiter = new RedisRateLimiter(commands, new RedisKeys(uniquePrefix()));
}, START_TIMEOUT_MS);

afterAll(async () => {
  admin.disconnect();
  await ports.stop();
});

const connect = (url: string): Promise<RedisCommandsUnderTest> => ports.connect(url);

describeRedisCommands('LettuceCommands', connect);
describeRedisCommands('LettuceCommands, through Sentinels,', connect, startSentinelStore);
describeRedisCommands('ClusterCommands', connect, startClusterStore);

const feed: ChangeFeedUnderTest = {
  create: (url) => ({ subscribe: (prefixes, listener) => ports.subscribe(url, prefixes, listener) }),
  connections: 'normal',
};

describeChangeFeed('LettuceChangeFeed', feed);
describeChangeFeed('LettuceChangeFeed, through Sentinels,', feed, startSentinelStore);
describeChangeFeed('ClusterChangeFeed over Lettuce', feed, startClusterStore);

describeRateLimiter('RedisRateLimiter over Lettuce', () => ({
  limiter,
  nowMs: () => redisNowMs(admin),
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}));
