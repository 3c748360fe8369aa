import { beforeEach, describe, expect, it } from '@jest/globals';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { RedisNameCatalogue } from '../../../shared/redis/redis-name-catalogue.ts';
import { eventually } from '../../support/eventually.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { uniquePrefix } from '../../support/redis/redis.ts';
import { useRedis } from '../../support/redis/use-redis.ts';

const INTERVAL_MS = 5000;

describe('the catalogue of names [G56]', () => {
  const redis = useRedis();
  let keys: RedisKeys;
  let time: ManualTime;
  let scripts: number;
  let catalogue: RedisNameCatalogue;
  let logger: RecordingLogger;

  beforeEach(() => {
    keys = new RedisKeys(uniquePrefix());
    time = new ManualTime();
    scripts = 0;
    logger = new RecordingLogger();
    catalogue = new RedisNameCatalogue({
      keys,
      clock: time,
      timers: time,
      logger,
      commands: {
        evaluate: async ({ source }, names, args) => {
          await redis.eval(source, names.length, ...names, ...args);
          scripts += 1;
          return [];
        },
        zrevrange: (key, count) => redis.zrevrange(key, 0, count - 1),
      },
    });
  });

  const written = async (times = 2): Promise<void> => {
    scripts = 0;
    time.advance(INTERVAL_MS);
    await eventually(() => scripts >= times, { what: 'the names to be written' });
  };

  it('is written in one batch, each name once, and read newest first', async () => {
    catalogue.record('my-mod', ['fly', 'zoom']);
    catalogue.record('my-mod', ['fly']);
    expect(time.pendingTimers).toBe(1);
    await written();
    catalogue.record('other', ['map']);
    await written();
    expect(scripts).toBe(2);
    expect(await catalogue.clients()).toEqual(['other', 'my-mod']);
    expect(await catalogue.features()).toEqual(['map', 'zoom', 'fly']);
  });

  it('stays bounded for any requests of mods, and keeps names that are requested again', async () => {
    for (let asking = 0; asking < 2; asking += 1) {
      catalogue.record('my-mod', ['fly']);
      await written();
    }
    const flood = (round: number, request: number): string[] =>
      Array.from({ length: 8000 }, (_, index) => `made-up-${round}-${request}-${index}`);
    for (let round = 0; round < 6; round += 1) {
      for (let request = 0; request < 10; request += 1)
        catalogue.record(`mod-${round}-${request}`, flood(round, request));
      await written();
    }
    expect(await redis.zcard(keys.catalogueFeatures)).toBe(1000);
    expect((await catalogue.features())[0]).toBe('fly');
    expect(await redis.zcard(keys.catalogueClients)).toBe(61);
  });

  it('omits names that cannot be typed or are too long', async () => {
    catalogue.record('x'.repeat(129), ['§kfly', 'a\nb', '\ud800', '', 'x'.repeat(129), 'fly']);
    await written(1);
    expect(await catalogue.features()).toEqual(['fly']);
    expect(await catalogue.clients()).toEqual([]);
  });
});
