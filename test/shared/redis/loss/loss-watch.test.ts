import { describe, expect, it } from '@jest/globals';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { settle } from '../blocklists/reading/store-under-test.ts';
import { GLOBAL, PERSONAL, watchedLists } from './watched-lists.ts';

describe('lists that are missing when Redis is available again', () => {
  it('were deleted if another process has kept other lists', async () => {
    const { redis, ask, reconnect } = await watchedLists();
    await reconnect(() => {
      redis.writeSilently(PERSONAL);
      redis.process = 'second';
    });
    expect(await ask()).toEqual(['fly']);
  });

  it('were lost if another process has less than half of the lists, and the lists that it has are used', async () => {
    const { redis, ask, reconnect, vanish } = await watchedLists();
    redis.write('fc:blocklist:client:other', 'zoom');
    await settle();
    await reconnect(() => {
      vanish();
      redis.process = 'second';
      redis.writeSilently(GLOBAL, 'zoom');
    });
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });
});

it('a list that was being read when Redis died was lost with the others, and does not count as deleted', async () => {
  const { redis, time, ask, vanish, reconnect } = await watchedLists();
  redis.reachable = false;
  redis.write(GLOBAL, 'fly', 'zoom');
  await settle();
  redis.reachable = true;
  await reconnect(() => {
    vanish();
    redis.process = 'second';
    time.advance(1000);
  });
  expect(await ask()).toEqual(['fly', 'minimap']);
});

describe('lost lists', () => {
  const lose = async () => {
    const lost = await watchedLists();
    await lost.reconnect(() => {
      lost.vanish();
      lost.redis.process = 'second';
    });
    return lost;
  };

  it('are kept when the process ends again, even if most lists have been restored since', async () => {
    const { redis, ask, reconnect } = await lose();
    for (const client of ['one', 'two', 'three']) redis.write(`fc:blocklist:client:${client}`, 'zoom');
    await settle();
    await reconnect(() => {
      redis.process = 'third';
    });
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('are no longer kept when a process with data takes over', async () => {
    const { redis, ask, reconnect } = await lose();
    await reconnect(() => {
      redis.process = 'third';
      redis.writeSilently(GLOBAL, 'zoom');
    });
    expect(await ask()).toEqual(['zoom']);
  });
});

describe('while the serving process is unknown', () => {
  it('the lists have their last known values, although Redis is empty', async () => {
    const { redis, ask, vanish } = await watchedLists();
    redis.listener.lost();
    vanish();
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it.each([
    'NOPERM this user has no permissions',
    "ERR unknown command 'INFO', with args beginning with: 'server' ",
  ])('it counts as the same process if Redis does not allow the query: %s', async (refusal) => {
    const { redis, ask, vanish, reconnect } = await watchedLists();
    redis.processes = () => Promise.reject(new RedisError('error-reply', refusal));
    await reconnect(() => {
      vanish();
      redis.process = 'second';
    });
    expect(await ask()).toEqual([]);
  });
});
