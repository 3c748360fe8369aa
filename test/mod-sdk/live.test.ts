import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { PATIENCE, START_TIMEOUT_MS } from '../jar/start-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { startDevelopmentProxy, type DevelopmentProxy } from '../velocity-stand-in/development-proxy.ts';
import { LiveMods } from './live-mods.ts';

const CHANNEL = 'service:feature-control';
const LEGACY = 'fc:features';
const CLIENTS = [
  { version: '1.8.8', channel: LEGACY },
  { version: '1.16.5', channel: CHANNEL },
  { version: '1.21.1', channel: CHANNEL },
].map((client) => ({ ...client, name: `live_${client.version.replaceAll('.', '_')}` }));

/** Two mods in each of several clients, with the built library, on a proxy with the built plugin. */
describe('mods with the library, over real Minecraft connections', () => {
  const keyPrefix = uniquePrefix();
  const global = `${keyPrefix}blocklist:global`;
  const personal = `${keyPrefix}blocklist:client:my-mod`;
  let redis: Redis;
  let proxy: DevelopmentProxy;
  let classes: TemporaryDirectory;
  let mods: LiveMods;

  beforeAll(async () => {
    classes = makeTemporaryDirectory();
    LiveMods.compile(classes.path);
    redis = new Redis(testRedisUrl());
    await redis.sadd(global, 'fly');
    const config = `[channel]\nlegacy-alias = "${LEGACY}"\n`;
    const env = { REDIS_URL: testRedisUrl(), KEY_PREFIX: keyPrefix };
    proxy = await startDevelopmentProxy(builtJar(), { config, env });
    await proxy.untilPrinted(/feature-control is ready/);
    mods = new LiveMods(classes.path);
    for (const { name, version, channel } of CLIENTS) mods.join(name, proxy.port, version, channel);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await mods.stop();
    await proxy.end();
    await redis.del(global, personal);
    redis.disconnect();
    classes.remove();
  });

  const untilPrinted = async (name: string, expected: string, count = 1) => {
    await eventually(() => mods.linesOf(name).filter((line) => line === expected).length >= count, {
      ...PATIENCE,
      what: `${name}: ${expected} in\n${mods.linesOf(name).join('\n')}`,
    });
  };

  it.each(CLIENTS)('get one answer for both, in $version [G52]', async ({ name }) => {
    await untilPrinted(name, `state ${name} true fly`);
    const requests = mods.linesOf(name).filter((line) => line.startsWith('send '));
    expect(requests).toHaveLength(1);
    expect(JSON.parse(requests[0]?.slice('send '.length) ?? '')).toMatchObject({
      method: 'subscribe',
      payload: {
        subscriptions: [
          { client: 'my-mod', features: ['fly', 'minimap'] },
          { client: 'other-mod', features: ['speed'] },
        ],
      },
    });
  });

  it('hide features that are blocked during the game, without another request', async () => {
    await redis.sadd(personal, 'minimap');
    await redis.srem(global, 'fly');
    for (const { name } of CLIENTS) await untilPrinted(name, `state ${name} true minimap`);
    await redis.sadd(global, 'speed');
    for (const { name } of CLIENTS) {
      await untilPrinted(name, `state ${name} true minimap speed`);
      expect(mods.linesOf(name).filter((line) => line.startsWith('send '))).toHaveLength(1);
    }
  });

  it('keep features blocked on reconnect, and check one that is about to be enabled', async () => {
    const { name, version, channel } = { name: 'live_1_21_1', version: '1.21.1', channel: CHANNEL };
    mods.leave(name);
    await untilPrinted(name, `state ${name} false`, 2);
    mods.join(name, proxy.port, version, channel);
    await untilPrinted(name, `state ${name} true minimap speed`, 2);
    mods.check('live_1_8_8');
    await untilPrinted('live_1_8_8', 'checked live_1_8_8 false');
  });
});
