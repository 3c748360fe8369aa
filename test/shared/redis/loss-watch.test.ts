import { describe, expect, it } from '@jest/globals';
import { selectBlockedFeatures } from '../../../shared/feature-control/blocked-features.ts';
import { RedisBlocklistStore } from '../../../shared/redis/redis-blocklist-store.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { oneProcess } from '../../../shared/redis/serving-processes.ts';
import { FakeRedis } from '../../support/fake-redis.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { RecordingLogger } from '../../support/recording-logger.ts';

const GLOBAL = 'fc:blocklist:global';
const PERSONAL = 'fc:blocklist:client:my-mod';
const FEATURES = ['fly', 'minimap', 'zoom'];
const RESYNC_MS = 10_000;

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A store that has read a Redis with `fly` for all, and `minimap` for one. */
async function setUp(processes?: FakeRedis['processes']) {
  const redis = new FakeRedis();
  if (processes !== undefined) redis.processes = processes;
  redis.writeUnheard(GLOBAL, 'fly');
  redis.writeUnheard(PERSONAL, 'minimap');
  const time = new ManualTime();
  const logger = new RecordingLogger();
  const keys = new RedisKeys('fc:');
  const store = new RedisBlocklistStore({
    ...{ commands: redis, changeFeed: redis, keys, timers: time, clock: time, logger, resyncMs: RESYNC_MS },
  });
  store.start();
  redis.listener.anythingMayHaveChanged();
  await settle();
  const ask = async () => {
    const lists = await store.lookUp('my-mod', FEATURES);
    return lists && selectBlockedFeatures(FEATURES, lists);
  };
  const vanish = (): void => {
    redis.sets.clear();
  };
  /** The connection is lost and, when `meanwhile` has happened, there again. */
  const reconnect = async (meanwhile: () => void): Promise<void> => {
    redis.listener.lost();
    meanwhile();
    redis.listener.anythingMayHaveChanged();
    await settle();
  };
  return { redis, time, logger, store, ask, vanish, reconnect };
}

describe('lists that are gone when Redis is back', () => {
  it('were lost where it is another process, and go on as last known', async () => {
    const { redis, logger, ask, vanish, reconnect, time } = await setUp();
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
    const { ask, logger, vanish, reconnect } = await setUp();
    await reconnect(vanish);
    expect(await ask()).toEqual([]);
    expect(logger.at('warn')).toEqual([]);
  });

  it('were deleted where another process has kept others', async () => {
    const { redis, ask, reconnect } = await setUp();
    await reconnect(() => {
      redis.writeUnheard(PERSONAL);
      redis.process = 'second';
    });
    expect(await ask()).toEqual(['fly']);
  });

  it('were lost where another process has less than half of them, and those that it has count', async () => {
    const { redis, ask, reconnect, vanish } = await setUp();
    redis.write('fc:blocklist:client:other', 'zoom');
    await settle();
    await reconnect(() => {
      vanish();
      redis.process = 'second';
      redis.writeUnheard(GLOBAL, 'zoom');
    });
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('were deleted where they are flushed while it is connected', async () => {
    const { redis, ask, vanish } = await setUp();
    vanish();
    redis.listener.anythingMayHaveChanged();
    await settle();
    expect(await ask()).toEqual([]);
  });
});

describe('a list that was being read when Redis died', () => {
  it('was lost with the others, and is not taken for deleted', async () => {
    const { redis, time, ask, vanish, reconnect } = await setUp();
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
    const { redis, ask, vanish } = await setUp();
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
    const lost = await setUp();
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

  it('count no more where they were written while nobody told of it', async () => {
    const { redis, ask, reconnect } = await lose();
    await reconnect(() => {
      redis.writeUnheard(GLOBAL, 'zoom');
    });
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('go on for as long as nobody writes them, whatever else is written', async () => {
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
      redis.writeUnheard(GLOBAL, 'zoom');
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
    const { redis, ask, vanish } = await setUp();
    redis.listener.lost();
    vanish();
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('an edit shows after the next resync, though nobody tells of changes', async () => {
    const { redis, time, ask } = await setUp();
    redis.listener.lost();
    redis.writeUnheard(GLOBAL, 'zoom');
    time.advance(RESYNC_MS);
    await settle();
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('nothing is read, also where the connection was lost while that was asked', async () => {
    const { redis, ask, vanish, reconnect } = await setUp();
    redis.processes = async () => {
      redis.listener.lost();
      return await Promise.resolve(oneProcess('first'));
    };
    await reconnect(vanish);
    expect(await ask()).toEqual(['fly', 'minimap']);
  });

  it('it counts as the same process where nobody may ask', async () => {
    const { redis, ask, vanish, reconnect } = await setUp();
    redis.processes = () => Promise.reject(new RedisError('refused', 'NOPERM this user has no permissions'));
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
    const { redis, ask, vanish, reconnect } = await setUp(servedBy('one', 'two'));
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
    const { redis, logger, ask, reconnect } = await setUp(servedBy('one', 'two'));
    await reconnect(() => {
      redis.writeUnheard(PERSONAL, 'zoom');
      redis.processes = servedBy('one', 'three');
    });
    expect(await ask()).toEqual(['fly', 'zoom']);
    expect(logger.at('warn')).toEqual([]);
  });
});
