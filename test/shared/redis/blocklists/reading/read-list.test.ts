import { describe, expect, it } from '@jest/globals';
import { BLOCKED, blockedUntil } from '../../../../../shared/feature-control/entry-state.ts';
import { readList } from '../../../../../shared/redis/blocklists/reading/read-list.ts';
import { RedisError } from '../../../../../shared/redis/redis-error.ts';
import { RedisKeys } from '../../../../../shared/redis/redis-keys.ts';
import { FakeRedis } from '../../../../support/fakes/fake-redis.ts';

const keys = new RedisKeys('fc:');
const SET = keys.blocklistGlobal;
const TIMED = keys.timedOfBlocklist(SET);

/** Redis, which is called back before each read, and refuses to read two keys whose slot is being moved. */
function moving(beforeRead: (redis: FakeRedis, reads: number) => void) {
  const redis = new FakeRedis();
  const read: string[] = [];
  const evaluate = redis.evaluate.bind(redis);
  redis.evaluate = async (script, scriptKeys, args) => {
    if (scriptKeys.length > 1) throw new RedisError('error-reply', 'TRYAGAIN Multiple keys request');
    beforeRead(redis, read.length);
    read.push(...scriptKeys);
    return await evaluate(script, scriptKeys, args);
  };
  return { redis, read };
}

describe('a list whose slot is being moved', () => {
  it('is read key by key, until two reads are equal', async () => {
    // After its set is read, the timed block becomes permanent: the first read finds neither.
    const { redis, read } = moving(({ sets, sortedSets }, reads) => {
      if (reads !== 1) return;
      sets.set(SET, new Set(['fly']));
      sortedSets.delete(TIMED);
    });
    redis.sortedSets.set(TIMED, new Map([['fly', 1e12]]));
    const { contents } = await readList(redis, keys, SET);
    expect(contents).toEqual(new Map([['fly', BLOCKED]]));
    expect(read).toEqual([SET, TIMED, SET, TIMED, SET, TIMED]);
  });

  it('is read at most five times, however often it changes', async () => {
    const { redis, read } = moving(({ sortedSets }, reads) => {
      sortedSets.set(TIMED, new Map([['fly', reads]]));
    });
    const { contents } = await readList(redis, keys, SET);
    expect(contents).toEqual(new Map([['fly', blockedUntil(9)]]));
    expect(read).toHaveLength(10);
  });
});
