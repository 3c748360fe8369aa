import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import { buildPluginJar, startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

/** Longer than all waits of a test together. */
const TIMEOUT_MS = 3 * PATIENCE.withinMs;

/** Empty variables, as in an unfilled environment file for containers. */
const EMPTY_VARIABLES = { REDIS_URL: '', REDIS_CA_FILE: '', KEY_PREFIX: '', FC_CHANNEL_NAMESPACE: '' };

/**
 * The tests run in this order: a reload while the plugin connects for the first time to a Redis that never
 * replies, one as a user without the right to track changes, and finally a stop during one.
 */
describe('/featurecontrol reload', () => {
  const keyPrefix = uniquePrefix();
  const { blocklistGlobal } = new RedisKeys(keyPrefix);
  let silent: Server;
  let redis: Redis;
  let proxy: StandIn;
  let admin: StandInPlayer;

  const settings = (redisUrl: string): string =>
    `[redis]\nurl = "${redisUrl}"\nkey-prefix = "${keyPrefix}"\n`;

  beforeAll(async () => {
    // Accepts connections, and never replies.
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    redis = new Redis(testRedisUrl());
    await redis.sadd(blocklistGlobal, 'fly');
    const additionalJars = [await buildPluginJar('docs/examples/api-plugin', builtJar())];
    proxy = await startStandIn({ config: settings(silentUrl()), env: EMPTY_VARIABLES, additionalJars });
    admin = await proxy.join({ connected: true });
    await admin.permit('featurecontrol.command.reload');
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

  const reload = () => proxy.runCommand('featurecontrol reload', admin);

  const nextReply = async (): Promise<string> => {
    const reply = await eventually(() => admin.chat[0], { ...PATIENCE, what: 'the reply' });
    admin.chat.length = 0;
    return reply;
  };

  const expectServed = async (): Promise<void> => {
    const { payload } = await check(await proxy.join({ connected: true }), 'my-mod', ['fly']);
    expect(payload?.blocklist).toEqual(['fly']);
  };

  it(
    'makes the plugin ready, and is reported to other plugins, while it connects to another Redis [G55, G73]',
    async () => {
      await proxy.configure(settings(testRedisUrl()));
      const reloads = () => proxy.runCommand('featurecontrol reload');
      await eventually(reloads, { ...PATIENCE, everyMs: 50, what: 'the commands' });
      await proxy.untilLogged(/Settings reloaded/);
      await untilReady(proxy);
      await expectServed();
      await proxy.untilLogged(/Blocked for all: \[fly\]/);
    },
    START_TIMEOUT_MS,
  );

  it('logs why changes are not reported, if the Redis user may not track them', async () => {
    const user = uniquePrefix().replaceAll(':', '-');
    await redis.acl('SETUSER', user, 'on', '>secret', '~*', '&*', '+@all', '-client|tracking');
    const url = new URL(testRedisUrl());
    [url.username, url.password] = [user, 'secret'];
    await proxy.configure(settings(url.href));
    await reload();
    expect(await nextReply()).toBe('The settings are applied.');
    await proxy.untilLogged(/Changes in Redis at .* are not reported: .*NOPERM/);
    expect(proxy.log.filter((line) => line.includes('are not reported'))).toHaveLength(1);
    await redis.acl('DELUSER', user);
  });

  it(
    'is refused during another one, does not delay a stop, and leaves no threads [G55]',
    async () => {
      await proxy.configure(settings(silentUrl()));
      await reload();
      await reload();
      expect(await nextReply()).toBe('Nothing was changed: the settings are already being read.');
      await proxy.stopPlugins();
      expect(
        warningsAndErrorsOf(proxy).filter(
          (line) => !/Redis at \S+ is unreachable|are not reported/.test(line),
        ),
      ).toEqual([]);
      const isGone = async () =>
        (await proxy.threads()).every((name) => !/lettuce|feature-control/.test(name));
      await eventually(isGone, { ...PATIENCE, what: 'threads to end' });
    },
    TIMEOUT_MS,
  );
});
