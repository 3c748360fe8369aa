import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { uniquePrefix } from '../support/redis/redis.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check } from './ask.ts';
import { buildApiPlugins } from './build-api-plugins.ts';
import { buildFailingJar } from './failing-script/build-failing-jar.ts';
import { FATAL_PACKET, LATE_FATAL_PACKET } from './failing-script/main.ts';
import { FAILING_PERMISSION } from './failing-script/player-scopes.ts';
import { expectNothingForwarded } from './log-expectations.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const INTERNAL_ERROR = { id: 'request-1', ok: false, error: 'INTERNAL_ERROR' };
const LOGGED = 'A request failed and was answered with INTERNAL_ERROR: ';

/** The clients that trigger a failure, with the cause that must be logged. */
const FAILURES = [
  ['throws', /Error: the handler threw/],
  ['throws no error', /thrown, and no error/],
  ['rejects', /Error: the handler rejected/],
  ['never settles', /Error: No answer within 1500 ms/],
  ['cannot be encoded', /TypeError/],
  ['cannot be validated', /Error: the validator threw/],
] as const;

let directory: TemporaryDirectory;
let server: RedisServer;

beforeAll(async () => {
  directory = makeTemporaryDirectory();
  server = await startRedis({ persistent: false });
});

afterAll(async () => {
  await server.stop();
  directory.remove();
});

describe('a method that fails, in the jar', () => {
  let proxy: StandIn;

  beforeAll(async () => {
    proxy = await startProxy({ jars: [await buildFailingJar(directory.path)], redisUrl: server.url });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
  });

  it.each(FAILURES)(
    'and %s is answered with INTERNAL_ERROR, logged, and affects no other request [E-INTERNAL-1, G51]',
    async (client, cause) => {
      const before = proxy.log.length;
      expect(await check(await join(proxy), client, ['fly'])).toEqual(INTERNAL_ERROR);
      expect(await check(await join(proxy), 'my-mod', ['fly'])).toMatchObject({ ok: true });
      expect(failuresLoggedSince(proxy, before)).toEqual([expect.stringMatching(cause)]);
    },
  );

  it('does not delay other requests, and many of its requests are all answered', async () => {
    const waiting = await Promise.all(Array.from({ length: 20 }, () => join(proxy)));
    const answers = waiting.map((player) => check(player, 'never settles', ['fly']));
    expect(await check(await join(proxy), 'my-mod', ['fly'])).toMatchObject({ ok: true });
    expect(await Promise.all(answers)).toEqual(waiting.map(() => INTERNAL_ERROR));
  });

  it('or a program that throws leaves only that packet unanswered', async () => {
    const player = await join(proxy);
    expect(await player.send(CHANNEL, FATAL_PACKET)).toBe('handled');
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
    expect(player.received).toHaveLength(1);
    await proxy.untilLogged(/Unexpected error in the script/);
    await proxy.untilLogged(/Error: the program threw/);
    expectNothingForwarded(proxy);
  });

  it('or an error after a reply that nothing handles is logged, and other requests are answered', async () => {
    const player = await join(proxy);
    await player.send(CHANNEL, LATE_FATAL_PACKET);
    await proxy.untilLogged(/Unexpected error in the script: .*what follows the reply threw/);
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
  });
});

describe('settings that throw when they are applied', () => {
  const [before, after] = [uniquePrefix(), uniquePrefix()];
  let proxy: StandIn;

  const configure = (prefix: string, permission: string): void => {
    const lines = ['[redis]', `url = "${server.url}"`, `key-prefix = "${prefix}"`];
    lines.push('[scopes]', `exempt-permission = "${permission}"`);
    directory.write('reloaded/feature-control/config.toml', lines.join('\n'));
  };

  beforeAll(async () => {
    const redis = new Redis(server.url);
    await redis.sadd(new RedisKeys(before).blocklistGlobal, 'fly');
    await redis.sadd(new RedisKeys(after).blocklistGlobal, 'zoom');
    redis.disconnect();
    configure(before, '');
    proxy = await startProxy({
      jars: [await buildFailingJar(directory.path)],
      pluginsDirectory: `${directory.path}/reloaded`,
      env: { REDIS_URL: '', KEY_PREFIX: '' },
      additionalJars: await buildApiPlugins(directory.path, ['docs/examples/api-plugin']),
    });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
  });

  it(
    'do not leave the Java API on the previous lists [G73]',
    async () => {
      await proxy.untilLogged(/Blocked for all: \[fly\]/);
      configure(after, FAILING_PERMISSION);
      await proxy.runCommand('featurecontrol reload');
      await proxy.untilLogged(/Error: the settings threw/);
      await proxy.untilLogged(/Changed for all: \+\[zoom\] -\[fly\]/);
    },
    START_TIMEOUT_MS,
  );
});

describe('a Redis that does not answer', () => {
  it(
    'is awaited for the time limit of a command, also beyond 1.5 s, and requests are answered without it [G18, G51]',
    async () => {
      directory.write('patient/feature-control/config.toml', '[redis]\ncommand-timeout-ms = 2000\n');
      const proxy = await startProxy({
        redisUrl: server.url,
        pluginsDirectory: `${directory.path}/patient`,
      });
      await proxy.untilLogged(/Initial load complete/);
      server.pause();
      expect(await check(await join(proxy), 'my-mod', ['fly'])).toMatchObject({ ok: true });
      expect(failuresLoggedSince(proxy, 0)).toEqual([]);
      server.resume();
      expect(await check(await join(proxy), 'my-mod', ['fly'])).toMatchObject({ ok: true });
      await proxy.stop();
    },
    START_TIMEOUT_MS,
  );
});

async function join(proxy: StandIn): Promise<StandInPlayer> {
  return await proxy.join({ connected: true });
}

/** Returns the log lines with the causes of failed requests. */
function failuresLoggedSince({ log }: StandIn, before: number): string[] {
  return log.slice(before).filter((line) => line.includes(LOGGED));
}
