import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NodeTimers } from '../../node/node-timers.ts';
import { SystemClock } from '../../node/system-clock.ts';
import { createChangeFeed } from '../../node/redis/create-change-feed.ts';
import { IoredisRedisCommands } from '../support/redis/ioredis-redis-commands.ts';
import { createRedisClient } from '../../node/redis/redis-client.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { RedisBlocklistStore } from '../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { RecordingLogger } from '../support/fakes/recording-logger.ts';
import { toRedisEndpoint } from '../support/redis/to-redis-endpoint.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';

const timers = new NodeTimers();
const keys = new RedisKeys('fc:');

describe('a real Redis', () => {
  let redis: ServerStore;
  let connection: RedisClient;
  let store: RedisBlocklistStore;
  let logger: RecordingLogger;

  beforeEach(async () => {
    redis = await startServerStore();
    await redis.admin.sadd(keys.blocklistGlobal, 'fly');
    connection = createRedisClient(toRedisEndpoint(redis.url), { name: 'test', timers });
    logger = new RecordingLogger();
    store = new RedisBlocklistStore({
      keys,
      timers,
      logger,
      clock: new SystemClock(),
      revalidateMs: 200,
      commands: new IoredisRedisCommands(connection),
      changeFeed: createChangeFeed(connection, toRedisEndpoint(redis.url), {
        name: 'test-changes',
        timers,
        logger,
      }),
    });
    store.start();
    await eventually(() => store.mirrorState().lagMs === 0, { what: 'the lists' });
  });

  afterEach(async () => {
    store.close();
    connection.disconnect();
    await redis.stop();
  });

  const isBlocked = (feature: string): boolean => {
    const lists = store.lookUp('my-mod');
    if (lists === undefined) throw new Error('the lists are not known');
    return lists.global.has(feature);
  };

  /** Looks up the feature continuously until `done` resolves. @returns the number of answers without it */
  const countUnblocked = async (feature: string, done: Promise<void>): Promise<number> => {
    const state = { isDone: false, wrong: 0 };
    void done.finally(() => (state.isDone = true));
    while (!state.isDone) {
      if (!isBlocked(feature)) state.wrong++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    return state.wrong;
  };

  it('that was killed and comes back empty never unblocks a feature', async () => {
    const wrong = await countUnblocked('fly', redis.server.restart({ empty: true }));
    expect(wrong).toBe(0);
    const untilLossLogged = async (): Promise<void> => {
      await eventually(() => logger.at('warn').some((line) => line.includes('without its data')));
    };
    expect(await countUnblocked('fly', untilLossLogged())).toBe(0);
    await eventually(() => store.mirrorState().lagMs === 0, { what: 'the lists' });
    expect(isBlocked('fly')).toBe(true);
    await redis.admin.sadd(keys.blocklistGlobal, 'zoom');
    await eventually(() => isBlocked('zoom') && !isBlocked('fly'), {
      what: 'the new list',
    });
  });

  it('that was killed and comes back with its data is read again', async () => {
    await redis.server.restart();
    await redis.admin.sadd(keys.blocklistGlobal, 'zoom');
    await eventually(() => isBlocked('zoom') && isBlocked('fly'), { what: 'the list' });
    expect(logger.at('warn')).toEqual([]);
  });

  it('that an admin flushes unblocks all features', async () => {
    await redis.admin.flushall();
    await eventually(() => !isBlocked('fly'), { what: 'the deletion' });
  });

  it('that was flushed while the connections were cut unblocks all features', async () => {
    await redis.admin.multi().call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes').flushall().exec();
    await eventually(() => !isBlocked('fly'), { what: 'the deletion' });
  });
});
