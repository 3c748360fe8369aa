import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { buildPluginJar, startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

/** The first Redis accepts connections and never replies, so that connecting takes 5 s. */
describe('the plugin, while it connects to Redis for the first time,', () => {
  const keyPrefix = uniquePrefix();
  const { blocklistGlobal } = new RedisKeys(keyPrefix);
  let redis: Redis;
  let silent: Server;
  let proxy: StandIn;

  const settings = (redisUrl: string): string =>
    `[redis]\nurl = "${redisUrl}"\nkey-prefix = "${keyPrefix}"\n`;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    await redis.sadd(blocklistGlobal, 'fly');
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const additionalJars = [await buildPluginJar('docs/examples/api-plugin', builtJar())];
    proxy = await startStandIn({ config: settings(silentUrl()), additionalJars });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    silent.close();
    await redis.del(blocklistGlobal);
    redis.disconnect();
  });

  const silentUrl = (): string => {
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('nobody listens');
    return `redis://127.0.0.1:${address.port}`;
  };

  const untilCommandsExist = async (line: string): Promise<void> => {
    await eventually(() => proxy.runCommand(line), { ...PATIENCE, everyMs: 50, what: 'the commands' });
  };

  it(
    'becomes ready, and serves mods, if a reload names another Redis [G55]',
    async () => {
      await proxy.configure(settings(testRedisUrl()));
      await untilCommandsExist('featurecontrol reload');
      await proxy.untilLogged(/Settings reloaded/);
      await untilReady(proxy);
      const player = await proxy.join({ connected: true });
      expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ payload: { blocklist: ['fly'] } });
    },
    START_TIMEOUT_MS,
  );

  it('reports the lists of that Redis as loaded to other plugins [G73]', async () => {
    await proxy.untilLogged(/Blocked for all: \[fly\]/);
    await proxy.runCommand('blocked my-mod fly');
    await proxy.untilLogged(/fly of my-mod: true/);
  });

  it(
    'does not become ready if it is stopped',
    async () => {
      await proxy.stopPlugins();
      await proxy.configure(settings(silentUrl()));
      const before = proxy.log.length;
      await proxy.startPlugins();
      await untilCommandsExist('featurecontrol status');
      await proxy.stopPlugins();
      const lines = proxy.log.slice(before).filter((line) => /is ready|ERROR|did not stop/.test(line));
      expect(lines).toEqual([]);
    },
    START_TIMEOUT_MS,
  );
});
