import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { RedisRateLimiter, type PermitCommands } from '../../shared/redis/limits/redis-rate-limiter.ts';
import { describeChangeFeed, type ChangeFeedUnderTest } from '../contracts/change-feed.contract.ts';
import { describeRateLimiter } from '../contracts/rate-limiter.contract.ts';
import { describeRedisCommands, type RedisCommandsUnderTest } from '../contracts/redis-commands.contract.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { startClusterStore, startSentinelStore } from '../support/redis/redis-stores.ts';
import { PortsInJar } from './redis-ports/ports-in-jar.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

/** What the plugin's connection needs. */
const MAY = ['+hello', '+ping', '+role', '+info', '+set', '+get', '+pttl'];

let ports: PortsInJar;
let admin: Redis;
let limiter: RedisRateLimiter;

beforeAll(async () => {
  ports = await PortsInJar.start();
  admin = new Redis(testRedisUrl());
  limiter = new RedisRateLimiter(await connectPermits(), new RedisKeys(uniquePrefix()));
}, START_TIMEOUT_MS);

afterAll(async () => {
  admin.disconnect();
  await ports.stop();
});

const connect = (url: string): Promise<RedisCommandsUnderTest> => ports.connect(url);

async function connectPermits(): Promise<PermitCommands> {
  const underTest = await connect(testRedisUrl());
  return {
    evaluate: (script, keys, args) => underTest.commands.evaluate(script, keys, args),
    setNxPx: (key, value, ttlMs, later) => {
      underTest.setEach([key], value, ttlMs).then((replies) => {
        later(replies[0] ?? new Error('no reply'));
      }, later);
    },
  };
}

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

describe('LettuceCommands, of a user who may not run scripts,', () => {
  const user = uniquePrefix().replaceAll(':', '-');
  const prefix = uniquePrefix();

  beforeAll(() => admin.acl('SETUSER', user, 'on', '>secret', `~${prefix}*`, ...MAY, '-eval', '-evalsha'));

  afterAll(() => admin.acl('DELUSER', user));

  it('sets many keys at once, and asks for a script but once', async () => {
    const url = new URL(testRedisUrl());
    url.username = user;
    url.password = 'secret';
    const underTest = await connect(url.href);
    await admin.set(`${prefix}3`, 'theirs', 'PX', 7000);
    const keys = Array.from({ length: 20 }, (_, index) => `${prefix}${index}`);
    const replies = await underTest.setEach(keys, '1', 9000);
    expect(replies.flatMap(({ stored }, index) => (stored ? [] : [index]))).toEqual([3]);
    expect(replies[3]?.ttlMs).toBeLessThanOrEqual(7000);
    expect(await admin.get(`${prefix}19`)).toBe('1');
    await underTest.setEach(keys, '1', 9000);
    await underTest.close();
    const denied = (await admin.acl('LOG')) as unknown[][];
    const ours = denied.filter((entry) => entry[entry.indexOf('username') + 1] === user);
    expect(ours.map((entry) => entry[entry.indexOf('count') + 1])).toEqual([1]);
  });
});
