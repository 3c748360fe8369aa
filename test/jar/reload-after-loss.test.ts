import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { joinAdmin, replyTo } from './admin.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const KEEPS = 'Redis has lost the list for every client: 1 feature kept in memory and still blocked';

/** The tests run in this order: Redis restarts without its data, and an operator reloads the settings. */
describe('featurecontrol reload, after Redis came back without its data [G55]', () => {
  const keys = new RedisKeys('fc:');
  let directory: TemporaryDirectory;
  let server: RedisServer;
  let redis: Redis;
  let proxy: StandIn;
  let admin: StandInPlayer;

  const configure = (prefix: string): void => {
    const lines = ['[redis]', `url = "${server.url}"`, `key-prefix = "${prefix}"`];
    directory.write('feature-control/config.toml', lines.join('\n'));
  };

  const run = async (line: string): Promise<string> => await replyTo(proxy, admin, line, PATIENCE);

  const blocked = async (): Promise<unknown> => {
    const answer = await check(await proxy.join({ connected: true }), 'my-mod', ['fly', 'zoom']);
    return answer.payload?.blocklist;
  };

  beforeAll(async () => {
    directory = makeTemporaryDirectory();
    server = await startRedis();
    redis = new Redis(server.url);
    await redis.sadd(keys.blocklistGlobal, 'fly');
    configure('fc:');
    proxy = await startProxy({ pluginsDirectory: directory.path, env: { REDIS_URL: '', KEY_PREFIX: '' } });
    admin = await joinAdmin(proxy, 'list', 'check', 'status', 'reload');
    expect(await blocked()).toEqual(['fly']);
    await server.kill();
    await server.restart({ empty: true });
    await proxy.untilLogged(/Redis came back without its data/);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    redis.disconnect();
    await server.stop();
    directory.remove();
  });

  const expectKept = async (): Promise<void> => {
    expect(await blocked()).toEqual(['fly']);
    expect(await run('list')).toContain(KEEPS);
    expect(await run('check my-mod fly')).toContain(`1 of 1 feature blocked for my-mod: fly.\n${KEEPS}`);
    expect(await run('status')).toContain('; 1 list kept in memory, because Redis has lost its data');
  };

  it('keeps the lists in memory, and the commands report it before and after', async () => {
    await expectKept();
    expect(await run('reload')).toBe('The settings are applied.');
    await expectKept();
  });

  it('uses the lists that are written afterwards', async () => {
    await redis.sadd(keys.blocklistGlobal, 'zoom');
    await eventually(async () => String(await blocked()) === 'zoom', { ...PATIENCE, what: 'the new list' });
    expect(await run('status')).not.toContain('kept in memory');
  });

  it('reports what it drops if the key prefix has changed', async () => {
    configure('other:');
    expect(await run('reload')).toBe(
      'The settings are applied. They name another Redis, database or key prefix: dropped 1 list with 1 feature in total.',
    );
    expect(await blocked()).toEqual([]);
  });
});
