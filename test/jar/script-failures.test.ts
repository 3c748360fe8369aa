import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import { buildPluginJar, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { CHANNEL, check } from './ask.ts';
import { buildFailingJar } from './failing-script/build-failing-jar.ts';
import { FATAL_PACKET, LATE_FATAL_PACKET } from './failing-script/main.ts';
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

const [before, after] = [uniquePrefix(), uniquePrefix()];
let directory: TemporaryDirectory;
let server: RedisServer;
let proxy: StandIn;

beforeAll(async () => {
  directory = makeTemporaryDirectory();
  server = await startRedis({ persistent: false });
  const redis = new Redis(server.url);
  await redis.sadd(new RedisKeys(before).blocklistGlobal, 'fly');
  await redis.sadd(new RedisKeys(after).blocklistGlobal, 'zoom');
  redis.disconnect();
  proxy = await startProxy({
    jars: [await buildFailingJar(directory.path)],
    config: settings({ prefix: before }),
    additionalJars: [await buildPluginJar('docs/examples/api-plugin', builtJar())],
  });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  await server.stop();
  directory.remove();
});

function settings({ prefix = before, timeoutMs = 500 }): string {
  return `[redis]
url = "${server.url}"
key-prefix = "${prefix}"
command-timeout-ms = ${timeoutMs}
`;
}

async function join(): Promise<StandInPlayer> {
  return await proxy.join({ connected: true });
}

/** Returns the log lines with the causes of failed requests. */
function failuresLoggedSince(count: number): string[] {
  return proxy.log.slice(count).filter((line) => line.includes(LOGGED));
}

describe('a method that fails, in the jar', () => {
  it.each(FAILURES)(
    'and %s is answered with INTERNAL_ERROR, logged, and affects no other request [E-INTERNAL-1, G51]',
    async (client, cause) => {
      const logged = proxy.log.length;
      expect(await check(await join(), client, ['fly'])).toEqual(INTERNAL_ERROR);
      expect(await check(await join(), 'my-mod', ['fly'])).toMatchObject({ ok: true });
      expect(failuresLoggedSince(logged)).toEqual([expect.stringMatching(cause)]);
    },
  );

  it('does not delay other requests, and many of its requests are all answered', async () => {
    const waiting = await Promise.all(Array.from({ length: 20 }, join));
    const answers = waiting.map((player) => check(player, 'never settles', ['fly']));
    expect(await check(await join(), 'my-mod', ['fly'])).toMatchObject({ ok: true });
    expect(await Promise.all(answers)).toEqual(waiting.map(() => INTERNAL_ERROR));
  });

  it('or a program that throws leaves only that packet unanswered', async () => {
    const player = await join();
    expect(await player.send(CHANNEL, FATAL_PACKET)).toBe('handled');
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
    expect(player.received).toHaveLength(1);
    await proxy.untilLogged(/Unexpected error in the script/);
    await proxy.untilLogged(/Error: the program threw/);
    expectNothingForwarded(proxy);
  });

  it('or an error after a reply that nothing handles is logged, and other requests are answered', async () => {
    const player = await join();
    await player.send(CHANNEL, LATE_FATAL_PACKET);
    await proxy.untilLogged(/Unexpected error in the script: .*what follows the timer threw/);
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
  });
});

describe('a Redis that does not answer', () => {
  it('is awaited for the time limit of a command, also beyond 1.5 s, and requests are answered without it [G18, G51]', async () => {
    await applySettings(proxy, settings({ timeoutMs: 2000 }));
    const logged = proxy.log.length;
    server.pause();
    const expected = { ok: true, payload: { blocklist: ['fly'] } };
    expect(await check(await join(), 'my-mod', ['fly'])).toMatchObject(expected);
    expect(failuresLoggedSince(logged)).toEqual([]);
    server.resume();
    expect(await check(await join(), 'my-mod', ['fly'])).toMatchObject(expected);
  });
});
