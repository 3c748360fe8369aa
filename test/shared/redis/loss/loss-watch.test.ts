import { describe, expect, it } from '@jest/globals';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { oneProcess } from '../../../../shared/redis/loss/serving-processes.ts';
import { GLOBAL, PERSONAL, RESYNC_MS, settle, watchedLists } from './watched-lists.ts';

describe('lists that are missing when Redis is available again', () => {
  it('were lost if it is another process, and keep their last known values', async () => {
    const { redis, logger, ask, vanish, reconnect, time } = await watchedLists();
    await reconnect(() => {
      vanish();
      redis.process = 'second';
    });
    expect(await ask()).toEqual(['fly', 'minimap']);
    expect(logger.at('warn')).toEqual([expect.stringContaining('without its data')]);
    time.advance(10 * RESYNC_MS);
    await settle();
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('were deleted if it is the same process', async () => {
    const { ask, logger, vanish, reconnect } = await watchedLists();
    await reconnect(vanish);
    expect(await ask()).toEqual([]);
    expect(logger.at('warn')).toEqual([]);
  });

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

  it('were deleted if they are flushed while Redis is connected', async () => {
    const { redis, ask, vanish } = await watchedLists();
    vanish();
    redis.listener.anythingMayHaveChanged();
    await settle();
    expect(await ask()).toEqual([]);
  });
});

describe('a list that was being read when Redis died', () => {
  it('was lost with the others, and does not count as deleted', async () => {
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

  it('has its new value if it was written after the connection was restored', async () => {
    const { redis, ask, vanish } = await watchedLists();
    redis.listener.lost();
    vanish();
    redis.process = 'second';
    redis.listener.anythingMayHaveChanged();
    redis.write(GLOBAL, 'zoom');
    await settle();
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });
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

  it('are no longer kept once they are written again, each separately', async () => {
    const { redis, ask } = await lose();
    redis.write(GLOBAL, 'zoom');
    await settle();
    expect(await ask()).toEqual(['minimap', 'zoom']);
    redis.write(PERSONAL);
    await settle();
    expect(await ask()).toEqual(['zoom']);
  });

  it('are no longer kept if they were written while changes were not reported', async () => {
    const { redis, ask, reconnect } = await lose();
    await reconnect(() => {
      redis.writeSilently(GLOBAL, 'zoom');
    });
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('are kept until they are written, even if other lists are written', async () => {
    const { redis, time, ask } = await lose();
    redis.write('fc:blocklist:client:other', 'zoom');
    await settle();
    time.advance(3_600_000);
    await settle();
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('are kept through further losses of the connection and of the process', async () => {
    const { redis, ask, reconnect } = await lose();
    await reconnect(() => undefined);
    expect(await ask()).toEqual(['fly', 'minimap']);
    await reconnect(() => {
      redis.process = 'third';
    });
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

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

  it('are deleted by a flush', async () => {
    const { redis, ask } = await lose();
    redis.listener.anythingMayHaveChanged();
    await settle();
    expect(await ask()).toEqual([]);
  });
});

describe('while the serving process is unknown', () => {
  it('the lists have their last known values, although Redis is empty', async () => {
    const { redis, ask, vanish } = await watchedLists();
    redis.listener.lost();
    vanish();
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('an edit is visible after the next revalidation, although changes are not reported', async () => {
    const { redis, time, ask } = await watchedLists();
    redis.listener.lost();
    redis.writeSilently(GLOBAL, 'zoom');
    time.advance(RESYNC_MS);
    await settle();
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('nothing is read, even if the connection is lost during the query for the process', async () => {
    const { redis, ask, vanish, reconnect } = await watchedLists();
    redis.processes = async () => {
      redis.listener.lost();
      return await Promise.resolve(oneProcess('first'));
    };
    await reconnect(vanish);
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
