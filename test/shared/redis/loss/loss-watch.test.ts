import { describe, expect, it } from '@jest/globals';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { oneProcess } from '../../../../shared/redis/loss/serving-processes.ts';
import { GLOBAL, PERSONAL, RESYNC_MS, settle, watchedLists } from './watched-lists.ts';

describe('lists that are gone when Redis is back', () => {
  it('were lost where it is another process, and keep their last known values', async () => {
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

  it('were deleted where it is the same process', async () => {
    const { ask, logger, vanish, reconnect } = await watchedLists();
    await reconnect(vanish);
    expect(await ask()).toEqual([]);
    expect(logger.at('warn')).toEqual([]);
  });

  it('were deleted where another process has kept others', async () => {
    const { redis, ask, reconnect } = await watchedLists();
    await reconnect(() => {
      redis.writeSilently(PERSONAL);
      redis.process = 'second';
    });
    expect(await ask()).toEqual(['fly']);
  });

  it('were lost where another process has less than half of them, and those that it has count', async () => {
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

  it('were deleted where they are flushed while it is connected', async () => {
    const { redis, ask, vanish } = await watchedLists();
    vanish();
    redis.listener.anythingMayHaveChanged();
    await settle();
    expect(await ask()).toEqual([]);
  });
});

describe('a list that was being read when Redis died', () => {
  it('was lost with the others, and is not taken for deleted', async () => {
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

  it('counts as it is where it was written after the connection was back', async () => {
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

  it('count no more once they are written again, each by itself', async () => {
    const { redis, ask } = await lose();
    redis.write(GLOBAL, 'zoom');
    await settle();
    expect(await ask()).toEqual(['minimap', 'zoom']);
    redis.write(PERSONAL);
    await settle();
    expect(await ask()).toEqual(['zoom']);
  });

  it('count no more where they were written while changes were not reported', async () => {
    const { redis, ask, reconnect } = await lose();
    await reconnect(() => {
      redis.writeSilently(GLOBAL, 'zoom');
    });
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('are kept for as long as nobody writes them, whatever else is written', async () => {
    const { redis, time, ask } = await lose();
    redis.write('fc:blocklist:client:other', 'zoom');
    await settle();
    time.advance(3_600_000);
    await settle();
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('survive further losses of the connection, and of the process', async () => {
    const { redis, ask, reconnect } = await lose();
    await reconnect(() => undefined);
    expect(await ask()).toEqual(['fly', 'minimap']);
    await reconnect(() => {
      redis.process = 'third';
    });
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('are forgotten when a process comes that has its data', async () => {
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

describe('while it is not known who answers', () => {
  it('the lists are as last known, though an empty Redis would say that nothing is blocked', async () => {
    const { redis, ask, vanish } = await watchedLists();
    redis.listener.lost();
    vanish();
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('an edit shows after the next resync, though changes are not reported', async () => {
    const { redis, time, ask } = await watchedLists();
    redis.listener.lost();
    redis.writeSilently(GLOBAL, 'zoom');
    time.advance(RESYNC_MS);
    await settle();
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('nothing is read, also where the connection was lost while that was asked', async () => {
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
  ])('it counts as the same process where nobody may ask: %s', async (refusal) => {
    const { redis, ask, vanish, reconnect } = await watchedLists();
    redis.processes = () => Promise.reject(new RedisError('refused', refusal));
    await reconnect(() => {
      vanish();
      redis.process = 'second';
    });
    expect(await ask()).toEqual([]);
  });
});

describe('of a cluster', () => {
  /** The global list is served by one process, the personal one by another. */
  const servedBy = (global: string, personal: string) => () =>
    Promise.resolve({
      ids: [global, personal],
      of: (key: string) => (key === GLOBAL ? global : personal),
    });

  it('one server that comes back empty has lost its lists, and the others have deleted what they miss', async () => {
    const { redis, ask, vanish, reconnect } = await watchedLists(servedBy('one', 'two'));
    await reconnect(() => {
      vanish();
      redis.processes = servedBy('one', 'three');
    });
    expect(await ask()).toEqual(['minimap']);
    // What one has lost stays kept when the other is lost as well.
    redis.write(GLOBAL, 'zoom');
    await settle();
    await reconnect(() => {
      vanish();
      redis.processes = servedBy('four', 'three');
    });
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('a replica that has the data is believed, what it misses too', async () => {
    const { redis, logger, ask, reconnect } = await watchedLists(servedBy('one', 'two'));
    await reconnect(() => {
      redis.writeSilently(PERSONAL, 'zoom');
      redis.processes = servedBy('one', 'three');
    });
    expect(await ask()).toEqual(['fly', 'zoom']);
    expect(logger.at('warn')).toEqual([]);
  });
});
