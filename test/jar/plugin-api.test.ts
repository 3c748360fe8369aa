import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { compileJava, packPlugin } from '../support/jar/compile-plugin.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { listFiles } from '../support/repository/source-files.ts';
import { standInBuild, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { expectQuietLog } from './log-expectations.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';
import { messageTo, subscribe } from './subscribing.ts';

const EXAMPLE = join(REPOSITORY, 'docs', 'examples', 'api-plugin');

const keyPrefix = uniquePrefix();
const keys = new RedisKeys(keyPrefix);
let redis: Redis;
let directory: TemporaryDirectory;
let proxy: StandIn;

/** The API's classes alone, without the engine's and the plugin's, and the example compiled against them. */
async function buildExample(): Promise<string> {
  const { classPath } = await standInBuild();
  const [api, classes] = [join(directory.path, 'api'), join(directory.path, 'example')];
  const sources = listFiles('plugin/java/api/io/github/featurecontrol/api', '.java');
  compileJava(
    sources.map((path) => join(REPOSITORY, path)),
    classPath,
    api,
  );
  compileJava([join(EXAMPLE, 'BlockedFeaturesPlugin.java')], [classPath, api].join(delimiter), classes);
  return packPlugin(classes, join(EXAMPLE, 'velocity-plugin.json'), join(directory.path, 'example.jar'));
}

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  directory = makeTemporaryDirectory();
  await redis.sadd(keys.blocklistGlobal, 'fly', 'x-ray');
  await redis.sadd(keys.blocklistOf('my-mod'), 'minimap');
  const config = '[limits.check-features]\nmax-requests = 1000\n';
  proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix, config, besides: [await buildExample()] });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  directory.remove();
  await redis.del(keys.blocklistGlobal, keys.blocklistOf('my-mod'));
  redis.disconnect();
});

describe('a plugin beside ours, over the FeatureControlApi', () => {
  it('reads what is blocked, from its start on [G73]', async () => {
    await proxy.untilLogged(/Blocked for all: \[fly, x-ray\]/);
    await proxy.runCommand('blocked my-mod minimap');
    await proxy.untilLogged(/minimap of my-mod: true/);
    await proxy.runCommand('blocked other-mod minimap');
    await proxy.untilLogged(/minimap of other-mod: false/);
    await proxy.runCommand('blocked other-mod fly');
    await proxy.untilLogged(/fly of other-mod: true/);
  });

  it('is notified of lists that change, and reads them as they are then [G73]', async () => {
    await redis.multi().srem(keys.blocklistGlobal, 'fly').sadd(keys.blocklistGlobal, 'zoom').exec();
    await proxy.untilLogged(/Changed for all: \+\[zoom\] -\[fly\]/);
    await proxy.runCommand('blocked third-mod zoom');
    await proxy.untilLogged(/zoom of third-mod: true/);
    await redis.del(keys.blocklistOf('my-mod'));
    await proxy.untilLogged(/Changed for my-mod: \+\[\] -\[minimap\]/);
  });

  it('is notified of what players are answered and sent [G73]', async () => {
    const player = await proxy.join({ connected: true, name: 'Steve' });
    await check(player, 'checking', ['a', 'x-ray']);
    await proxy.untilLogged(/Answered checking of Steve: \[x-ray\]/);
    await subscribe(player, { subscribing: ['speed', 'x-ray'] });
    await proxy.untilLogged(/Answered subscribing of Steve: \[x-ray\]/);
    await redis.sadd(keys.blocklistGlobal, 'speed');
    await messageTo(player, 3);
    await proxy.untilLogged(/Answered subscribing of Steve: \[speed, x-ray\]/);
  });

  it('asks for a player, without the permit of that player [G73]', async () => {
    const player = await proxy.join({ connected: true, name: 'Alex' });
    await proxy.runCommand('blocked my-mod x-ray', player);
    await proxy.untilLogged(/For Alex: \[x-ray\]/);
    expect(await redis.keys(`${keyPrefix}ratelimit:*${player.uuid}`)).toEqual([]);
  });

  it('still reads them after a reload of the settings, and nothing is wrong in the log [G73]', async () => {
    await proxy.runCommand('featurecontrol reload');
    await proxy.untilLogged(/Settings reloaded/);
    await redis.sadd(keys.blocklistOf('reloaded-mod'), 'freecam');
    await proxy.untilLogged(/Changed for reloaded-mod: \+\[freecam\] -\[\]/);
    await redis.del(keys.blocklistOf('reloaded-mod'));
    expectQuietLog(proxy);
  });
});
