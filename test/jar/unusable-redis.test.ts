import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { clusterNodeSettings } from '../support/redis/cluster-node-settings.ts';
import { startRedis } from '../support/redis/redis-server.ts';
import type { RedisServer } from '../support/redis/redis-server.ts';
import {
  SERVER_WITHOUT_HELLO,
  startAnnouncingNode,
  startAnnouncingSentinel,
  UNUSABLE_SERVERS,
  UNUSABLE_VALKEYS,
} from '../support/redis/unusable-servers.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings, joinAdmin, replyTo } from './admin.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

/** The tests run in this order. */
describe('a Redis that the plugin cannot use', () => {
  let server: RedisServer;
  let proxy: StandIn;
  let admin: StandInPlayer;

  const settings = (url: string): string => `[redis]\nurl = "${url}"\n`;

  beforeAll(async () => {
    server = await startRedis();
    const redis = new Redis(server.url);
    await redis.sadd(new RedisKeys('fc:').blocklistGlobal, 'fly');
    redis.disconnect();
    proxy = await startProxy({ config: settings(server.url) });
    admin = await joinAdmin(proxy, 'reload');
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  const blocked = async (): Promise<unknown> =>
    (await check(await proxy.join({ connected: true }), 'my-mod', ['fly', 'zoom'])).payload?.blocklist;

  const warnings = (text: string) => proxy.log.filter((line) => line.includes(text));

  it.each([...UNUSABLE_SERVERS, ...UNUSABLE_VALKEYS, SERVER_WITHOUT_HELLO])(
    'is refused by a reload, which logs the reason in one line: %s',
    async (_, start) => {
      const unusable = await start();
      const before = proxy.log.length;
      await proxy.configure(settings(unusable.url));
      expect(await replyTo(proxy, admin, 'reload', PATIENCE)).toMatch(
        /^Nothing was changed: Redis cannot be/,
      );
      await unusable.stop();
      const lines = proxy.log.slice(before).filter((line) => line.includes('is unreachable'));
      expect(lines).toEqual([expect.stringContaining(` is unreachable: ${unusable.reason}`)]);
      expect(await blocked()).toEqual(['fly']);
    },
    START_TIMEOUT_MS,
  );

  it.each([
    ['a cluster', startAnnouncingNode],
    ['a Sentinel', startAnnouncingSentinel],
  ])(
    'is used if the settings map the address that %s announces',
    async (_, start) => {
      const store = await start();
      const redis = new Redis(store.serverUrl);
      await redis.sadd(new RedisKeys('fc:').blocklistGlobal, 'zoom');
      await applySettings(proxy, `${settings(store.url)}nat-map = "${store.natMap}"\n`);
      await eventually(async () => String(await blocked()) === 'zoom', { ...PATIENCE, what: 'the list' });
      await applySettings(proxy, settings(server.url));
      redis.disconnect();
      await store.stop();
    },
    START_TIMEOUT_MS,
  );

  it(
    'is not read when it replaces the right one: the known lists still apply',
    async () => {
      await server.stop();
      server = await startRedis({ port: server.port, settings: await clusterNodeSettings() });
      await proxy.untilLogged(
        /reconnecting: the server belongs to a cluster, so its URL must begin with redis-cluster:/,
      );
      expect(await blocked()).toEqual(['fly']);
      expect(warnings('reconnecting: the server belongs to a cluster')).toHaveLength(1);
    },
    START_TIMEOUT_MS,
  );
});
