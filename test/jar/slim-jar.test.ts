import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startMavenMirror, type MavenMirror, type MirrorBehaviour } from '../support/jar/maven-mirror.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check, checkRequest } from './ask.ts';
import { START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

const MAX_BYTES = 2_000_000;
/** The first library that is downloaded, which is also the largest. */
const FIRST = /^js-language-.*\.jar$/;
const OFF = 'feature-control is off: ';
/** Long enough for a machine that stands still meanwhile, in seconds. */
const PATIENT = 40;

it('the slim jar has less than 2 MB', () => {
  expect(statSync(builtJar('slim')).size).toBeLessThan(MAX_BYTES);
});

/**
 * The tests run in this order: each problem with a mirror in a start of its own, then starts with a good one.
 */
describe('the slim jar', () => {
  let directory: TemporaryDirectory;
  let mirror: MavenMirror;
  let proxy: StandIn;
  let libraries: string;
  /** How often the plugin was turned off so far. */
  let times = 0;
  /** The name of the first library, once it was downloaded. */
  let first: string;

  beforeAll(async () => {
    directory = makeTemporaryDirectory();
    libraries = join(directory.path, 'feature-control', 'libraries');
    mirror = await startMavenMirror();
    mirror.behaviour = 'missing';
    configure(mirror.url);
    proxy = await startStandIn({
      jars: [builtJar('slim')],
      pluginsDirectory: directory.path,
      redisUrl: testRedisUrl(),
      keyPrefix: uniquePrefix(),
    });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    mirror.stop();
    directory.remove();
  });

  function configure(url: string, timeoutSeconds = PATIENT): void {
    const lines = ['[libraries]', `mirror = "${url}"`, `timeout-seconds = ${timeoutSeconds}`];
    directory.write('feature-control/config.toml', lines.join('\n'));
  }
  async function restart(behaviour: MirrorBehaviour, timeoutSeconds = PATIENT): Promise<void> {
    await proxy.stopPlugins();
    configure(mirror.url, timeoutSeconds);
    mirror.behaviour = behaviour;
    mirror.requests.length = 0;
    await proxy.startPlugins();
  }
  const errors = () => proxy.log.filter((line) => line.includes('ERROR'));
  /** Expects that this start has turned the plugin off, with one more line that names the reason. */
  async function expectOff(reason: RegExp): Promise<void> {
    times += 1;
    await eventually(() => errors().length >= times, { what: 'the log line' });
    expect(errors()).toHaveLength(times);
    expect(errors().at(-1)?.split(OFF)[1]).toMatch(reason);
    expect(mirror.requests.every((file) => FIRST.test(file))).toBe(true);
    const player = await proxy.join({ connected: true });
    expect(player.announcements.flat()).not.toContain(CHANNEL);
    expect(await player.send('service:other', 'the proxy runs')).toBe('forwarded');
  }
  const kept = () => readdirSync(libraries).filter((name) => name.includes('js-language'));

  it('is off with one line if its mirror does not have the file', async () => {
    await expectOff(
      /^http:\S+\/maven2\/org\/graalvm\/js\/js-language\/\S+\.jar could not be fetched \(the server answered 404\); the next start tries again$/,
    );
  });

  it('is off if the mirror does not answer', async () => {
    await restart('silent', 1);
    await expectOff(/\(no data received for 1 s\)/);
  });

  it('is off if the mirror sends another file, and deletes it', async () => {
    await restart('wrong');
    await expectOff(/^js-language-\S+\.jar does not match the SHA-256 recorded/);
    expect(kept()).toEqual([]);
  });

  it.each(['elsewhere', 'endless'] as const)(
    'is off, and keeps nothing, if the response is %s',
    async (behaviour) => {
      await restart(behaviour, 1);
      await expectOff(/./);
      expect(kept()).toEqual([]);
    },
  );

  it('is off if the mirror sends only part of a file, and never uses the part', async () => {
    await restart('cut off');
    await expectOff(/could not be fetched \((?:.* bytes received|Premature EOF)\)/);
    expect(kept()).toEqual([]);
  });

  it('queues packets meanwhile, and is off if no data arrives', async () => {
    await restart('stalled', 1);
    const player = await proxy.join({ connected: true });
    expect(player.announcements.flat()).toContain(CHANNEL);
    expect(await player.send(CHANNEL, checkRequest('my-mod', []))).toBe('handled');
    await expectOff(/\(no data received for 1 s\)/);
    expect(kept()).toEqual([]);
  });

  it('stops immediately while it waits for the mirror, without a warning', async () => {
    await restart('silent', 600);
    await eventually(() => mirror.requests.length > 0);
    await proxy.stopPlugins();
    expect(errors()).toHaveLength(times);
    expect(proxy.log.join('\n')).not.toMatch(/did not stop/);
  });

  it('downloads from a slow mirror, logs the progress, and answers the queued packets', async () => {
    configure(mirror.url);
    mirror.behaviour = 'slow';
    mirror.requests.length = 0;
    await proxy.startPlugins();
    const player = await proxy.join({ connected: true });
    await player.send(CHANNEL, checkRequest('my-mod', [], 'early'));
    await proxy.untilLogged(/Downloading library 2 of \d+: polyglot-\S+\.jar from http/);
    mirror.behaviour = 'good';
    await untilReady(proxy);
    expect((await player.next()).bytes.toString()).toContain('early');
    expect(readdirSync(libraries).filter((name) => name.endsWith('.part'))).toEqual([]);
    first = kept()[0] ?? '';
  }, 60_000);

  it('downloads only a missing or damaged library, at the next start', async () => {
    await proxy.stopPlugins();
    rmSync(join(libraries, first));
    const damaged = readdirSync(libraries).find((name) => name.startsWith('netty-common')) ?? '';
    writeFileSync(join(libraries, damaged), 'damaged');
    mirror.requests.length = 0;
    await proxy.startPlugins();
    await untilReady(proxy, 2);
    expect(mirror.requests).toEqual([first, damaged]);
    expect(await check(await proxy.join({ connected: true }), 'my-mod', [])).toMatchObject({ ok: true });
  });

  it('is off with one line if the folder cannot hold a library', async () => {
    await proxy.stopPlugins();
    rmSync(join(libraries, first));
    mkdirSync(join(libraries, first, 'in the way'), { recursive: true });
    mirror.requests.length = 0;
    await proxy.startPlugins();
    await expectOff(/\.jar/);
  });

  it('logs no stack trace, and at most one line for each library', () => {
    expect(proxy.log.join('\n')).not.toMatch(/Exception|secret|^\s+at /m);
  });
});
