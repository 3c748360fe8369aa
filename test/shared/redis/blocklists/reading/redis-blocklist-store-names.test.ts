import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { IoredisRedisCommands } from '../../../../support/redis/ioredis-redis-commands.ts';
import { selectBlockedFeatures } from '../../../../../shared/feature-control/blocked-features.ts';
import { RedisBlocklistStore } from '../../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { RedisKeys } from '../../../../../shared/redis/redis-keys.ts';
import { ManualTime } from '../../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../../support/fakes/recording-logger.ts';
import { testRedisUrl, uniquePrefix } from '../../../../support/redis/redis.ts';

const LONE_SURROGATE = '\ud800';
/** The replacements of a lone surrogate when Node and Java encode it in UTF-8. */
const REPLACEMENTS = ['\ufffd', '?'];

describe('RedisBlocklistStore, while it queries Redis for each request', () => {
  const prefix = uniquePrefix();
  const keys = new RedisKeys(prefix);
  const redis = new Redis(testRedisUrl());
  const time = new ManualTime();
  const store = new RedisBlocklistStore({
    commands: new IoredisRedisCommands(redis),
    // Never reports that it listens, so that the lists in memory are never up to date.
    changeFeed: { subscribe: () => ({ close: () => undefined }) },
    keys,
    timers: time,
    clock: time,
    logger: new RecordingLogger(),
    revalidateMs: 30_000,
  });

  const ask = async (client: string, features: readonly string[]) => {
    const lists = await store.lookUp(client, features);
    return lists && selectBlockedFeatures(features, lists);
  };

  beforeAll(async () => {
    await redis.sadd(keys.blocklistGlobal, 'fly', ...REPLACEMENTS);
    for (const client of REPLACEMENTS) await redis.sadd(keys.blocklistOf(client), 'minimap');
  });

  afterAll(() => {
    redis.disconnect();
  });

  it('does not confuse a feature with a lone surrogate with others [G39]', async () => {
    expect(await ask('my-mod', [LONE_SURROGATE, 'fly'])).toEqual(['fly']);
    expect(await ask('my-mod', [LONE_SURROGATE])).toEqual([]);
  });

  it('does not confuse a client with a lone surrogate with others [G39]', async () => {
    expect(await ask(LONE_SURROGATE, ['minimap', 'fly'])).toEqual(['fly']);
  });

  it('finds names with characters outside the basic plane, which are two code units in JavaScript [G38]', async () => {
    await redis.sadd(keys.blocklistOf('\u{1F680}'), '\u{1F681}');
    expect(await ask('\u{1F680}', ['\u{1F681}', 'minimap'])).toEqual(['\u{1F681}']);
  });
});
