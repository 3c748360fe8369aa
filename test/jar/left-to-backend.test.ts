import { afterAll, beforeAll, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { ALLOWED, CONTROLIFY, DENIED, untilReceived } from './bridge-messages.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const keyPrefix = uniquePrefix();
const globalList = `${keyPrefix}blocklist:global`;
let redis: Redis;
let proxy: StandIn;

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  await redis.sadd(globalList, 'reach-around');
  const config = '[bridges]\nenabled = ["controlify"]\nconflict = "backend"\n';
  proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix, config });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  await redis.del(globalList);
  redis.disconnect();
});

it('a mod to which a server has sent is left to it until the next server, also if it registers again', async () => {
  const [left, other] = [await proxy.join({ connected: true }), await proxy.join({ connected: true })];
  for (const player of [left, other]) {
    await player.send('minecraft:register', CONTROLIFY);
    await untilReceived(player, CONTROLIFY, [DENIED]);
  }
  await left.backendSends(CONTROLIFY, Buffer.from(ALLOWED, 'hex'));
  for (const player of [left, other]) await player.send('minecraft:register', CONTROLIFY);
  await untilReceived(other, CONTROLIFY, [DENIED, DENIED]);
  await redis.srem(globalList, 'reach-around');
  await untilReceived(other, CONTROLIFY, [DENIED, DENIED, ALLOWED]);
  await untilReceived(left, CONTROLIFY, [DENIED, ALLOWED]);
  await redis.sadd(globalList, 'reach-around');
  await untilReceived(other, CONTROLIFY, [DENIED, DENIED, ALLOWED, DENIED]);
  await left.switchServer('other');
  await untilReceived(left, CONTROLIFY, [DENIED, ALLOWED, DENIED]);
});

it('a mod is left to a server also if that server has sent before the client registers', async () => {
  const [left, other] = [await proxy.join({ connected: true }), await proxy.join({ connected: true })];
  await left.backendSends(CONTROLIFY, Buffer.from(ALLOWED, 'hex'));
  for (const player of [left, other]) await player.send('minecraft:register', CONTROLIFY);
  await untilReceived(other, CONTROLIFY, [DENIED]);
  await redis.srem(globalList, 'reach-around');
  await untilReceived(other, CONTROLIFY, [DENIED, ALLOWED]);
  await untilReceived(left, CONTROLIFY, [ALLOWED]);
  await redis.sadd(globalList, 'reach-around');
  await untilReceived(other, CONTROLIFY, [DENIED, ALLOWED, DENIED]);
  await left.switchServer('other');
  await untilReceived(left, CONTROLIFY, [ALLOWED, DENIED]);
});
