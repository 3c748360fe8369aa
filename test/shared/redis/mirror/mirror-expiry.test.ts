import { describe, expect, it } from '@jest/globals';
import { setUp, settle } from './mirror-under-test.ts';

describe('a Mirror of a key that expires', () => {
  it('re-reads the key when it expires, although Redis does not report that, and not at its previous expiry', async () => {
    const { connect, pass, redis, sets, state } = setUp();
    redis.writeSilently('set:a', 'a');
    state.remainingMs = 100;
    await connect();
    state.remainingMs = 200;
    redis.write('set:a', 'a', 'b');
    await settle();
    redis.calls.length = 0;
    redis.writeSilently('set:a');
    await pass(199);
    expect([redis.calls, sets.get('set:a')]).toEqual([[], 2]);
    await pass(1);
    expect([redis.calls, sets.get('set:a')]).toEqual([['READ set:a'], undefined]);
  });

  it.each([
    ['has kept its data', 'a', 0],
    ['has lost its data', undefined, 1],
  ])(
    'drops keys that expire while Redis is unreachable if the next process %s [G61]',
    async (_, member, lost) => {
      const { connect, mirror, pass, redis, sets, state } = setUp();
      for (const key of ['set:a', 'set:b', 'set:c']) redis.writeSilently(key, 'a');
      state.remainingMs = 100;
      await connect();
      state.remainingMs = Infinity;
      redis.write('set:lasting', 'a');
      await settle();
      redis.listener.lost();
      redis.reachable = false;
      await pass(100);
      expect(sets.size).toBe(4);
      redis.sets.clear();
      if (member !== undefined) redis.writeSilently('set:lasting', member);
      redis.process = 'second';
      redis.reachable = true;
      await connect();
      expect([[...sets.keys()], mirror.state().lost]).toEqual([['set:lasting'], lost]);
    },
  );
});
