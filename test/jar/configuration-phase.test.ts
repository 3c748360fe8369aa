import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, checkRequest, parseAnswer } from './ask.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

let server: RedisServer;
let proxy: StandIn;

beforeAll(async () => {
  server = await startRedis({ persistent: false });
  const config = '[redis]\ncommand-timeout-ms = 10000\n';
  proxy = await startProxy({ redisUrl: server.url, behaviour: '2026', config });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

it('a client that sends a request in its configuration phase is held only for the budget, and answered later [G52]', async () => {
  const player = await proxy.join();
  server.pause();
  // Fulfilled when the proxy no longer holds the client.
  expect(await player.send(CHANNEL, checkRequest('my-mod', ['fly']))).toBe('handled');
  expect(player.received).toEqual([]);
  server.resume();
  expect(parseAnswer((await player.next()).bytes)).toMatchObject({ id: 'request-1' });
});
