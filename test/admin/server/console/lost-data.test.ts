import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { eventually } from '../../../support/eventually.ts';
import { startRedis, type RedisServer } from '../../../support/redis/redis-server.ts';
import { storeToken } from '../../../support/redis/store-token.ts';
import { startOperatorsUnderTest, type OperatorsUnderTest } from '../operators-under-test.ts';

let server: RedisServer;
let redis: Redis;
let operators: OperatorsUnderTest;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  operators = await startOperatorsUnderTest({ REDIS_URL: server.url });
});
afterAll(async () => {
  await operators.stop();
  redis.disconnect();
  await server.stop();
});

const read = async (path: string): Promise<unknown> =>
  (await operators.ask(path, await storeToken(redis, operators.keys, 'blocklists:read'))).body;

it('the console shows what Redis contains, also after it has lost its data', async () => {
  const global = (size: number) => ({ lists: [{ list: 'global', size, timed: 0 }] });
  const untilShown = async (expected: object): Promise<void> => {
    await eventually(
      async () => JSON.stringify(await read('/v1/console/lists')) === JSON.stringify(expected),
      { withinMs: 30_000, what: JSON.stringify(expected) },
    );
  };
  await redis.sadd(operators.keys.blocklistGlobal, 'fly');
  await untilShown(global(1));
  expect(await read('/v1/console/lists/global')).toMatchObject({ features: ['fly'] });
  await server.restart({ empty: true });
  await untilShown(global(0));
  expect(await read('/v1/console/lists/global')).toMatchObject({ features: [] });
});
