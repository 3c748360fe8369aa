import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { buildPluginJar, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const PLUGINS = ['docs/examples/api-plugin', 'test/jar/listening-plugin'];
/** The maximum number of queued events for listeners. */
const MAX_QUEUED = 10_000;
const FLOOD = 10_100;

const keyPrefix = uniquePrefix();
const keys = new RedisKeys(keyPrefix);
let redis: Redis;
let proxy: StandIn;

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  await redis.sadd(keys.blocklistGlobal, 'x-ray');
  proxy = await startProxy({
    redisUrl: testRedisUrl(),
    keyPrefix,
    additionalJars: await Promise.all(PLUGINS.map((folder) => buildPluginJar(folder, builtJar()))),
  });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  await redis.del(keys.blocklistGlobal);
  redis.disconnect();
});

const logged = (pattern: RegExp): readonly string[] => proxy.log.filter((line) => pattern.test(line));

it('listeners of another plugin that are slow delay nobody, and at most 10,000 events are queued for them [G73]', async () => {
  await proxy.runCommand('listening hold');
  const lists = Array.from({ length: FLOOD }, (_, index) => keys.blocklistOf(`flood-${index}`));
  const flood = redis.pipeline();
  for (const list of lists) flood.sadd(list, 'fly');
  await flood.exec();
  await proxy.untilLogged(/Listeners of another plugin are too slow: events are dropped/);
  const player = await proxy.join({ connected: true, name: 'Ari' });
  expect(await check(player, 'my-mod', ['x-ray'])).toMatchObject({ payload: { blocklist: ['x-ray'] } });
  const isThere = async () => {
    await proxy.runCommand('listening lists');
    return logged(new RegExp(`Lists of the flood: ${FLOOD}`)).length > 0;
  };
  await eventually(isThere, { ...PATIENCE, everyMs: 100, what: 'all lists' });
  await proxy.runCommand('listening release');
  await eventually(() => logged(/Changed for flood-/).length > 1, { ...PATIENCE, what: 'the next event' });
  await redis.sadd(keys.blocklistOf('last'), 'fly');
  // The event in progress, the queued events, and the last one.
  await proxy.untilLogged(new RegExp(`Called ${MAX_QUEUED + 2} times`));
  expect(logged(/too slow/)).toHaveLength(1);
  await redis.unlink(...lists, keys.blocklistOf('last'));
});
