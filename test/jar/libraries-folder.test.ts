import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { makeSmallDisk } from '../support/faults/small-disk.ts';
import { startMavenMirror } from '../support/jar/maven-mirror.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { startStandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

const start = async (edition: 'full' | 'slim', pluginsDirectory: string, env: Record<string, string> = {}) =>
  await startStandIn({
    jars: [builtJar(edition)],
    pluginsDirectory,
    redisUrl: testRedisUrl(),
    keyPrefix: uniquePrefix(),
    env,
  });

it(
  'two proxies that share a folder both start for the first time, while each downloads what is missing',
  async () => {
    const directory = makeTemporaryDirectory();
    const mirror = await startMavenMirror();
    mirror.behaviour = 'slow';
    const env = { FC_LIBRARIES_MIRROR: mirror.url };
    const proxies = await Promise.all([
      start('slim', directory.path, env),
      start('slim', directory.path, env),
    ]);
    try {
      const downloads = () => mirror.requests.filter((file) => file.startsWith('js-language-')).length;
      await eventually(() => downloads() === 2, { what: 'the downloads of both' });
      mirror.behaviour = 'good';
      await Promise.all(proxies.map(async (proxy) => untilReady(proxy)));
      const names = readdirSync(join(directory.path, 'feature-control', 'libraries'));
      expect(names.filter((name) => !name.endsWith('.jar'))).toEqual([]);
    } finally {
      await Promise.all(proxies.map(async (proxy) => proxy.stop()));
      mirror.stop();
      directory.remove();
    }
  },
  START_TIMEOUT_MS,
);

it(
  'a damaged library is replaced at the start, and a file in place of the folder is named',
  async () => {
    const directory = makeTemporaryDirectory();
    const proxy = await start('full', directory.path);
    const folder = join(directory.path, 'feature-control', 'libraries');
    const damages = {
      'lettuce-core': () => Buffer.alloc(0),
      'js-language': (jar: Buffer) => jar.fill(0xff, jar.length / 2, jar.length / 2 + 64),
      tomlj: (jar: Buffer) => jar.subarray(0, jar.length / 2),
    };
    try {
      await untilReady(proxy);
      await proxy.stopPlugins();
      for (const [name, damage] of Object.entries(damages)) {
        const file = join(folder, readdirSync(folder).find((jar) => jar.startsWith(name)) ?? '');
        // The tests share the unpacked libraries by hard links.
        const damaged = damage(readFileSync(file));
        rmSync(file);
        writeFileSync(file, damaged);
      }
      await proxy.startPlugins();
      await untilReady(proxy, 2);
      expect(await check(await proxy.join({ connected: true }), 'my-mod', [])).toMatchObject({ ok: true });
      const replaced = warningsAndErrorsOf(proxy).map((line) => /The library (\D+)-/.exec(line)?.[1]);
      expect(replaced.toSorted()).toEqual(Object.keys(damages).toSorted());

      await proxy.stopPlugins();
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
      await proxy.startPlugins();
      await proxy.untilLogged(/feature-control is off: \S+libraries: a file of this name is in the way$/);
    } finally {
      await proxy.stop();
      directory.remove();
    }
  },
  START_TIMEOUT_MS,
);

const disk = makeSmallDisk('8m');

(disk.missing === undefined ? it : it.skip)(
  `a full disk turns the plugin off, with one line that names the file${disk.missing === undefined ? '' : ` (needs ${disk.missing})`}`,
  async () => {
    const proxy = await start('full', disk.path);
    try {
      const lines = () => warningsAndErrorsOf(proxy);
      await eventually(() => lines().length > 0, { ...PATIENCE, what: 'the log line' });
      expect(lines()).toEqual([
        expect.stringMatching(/feature-control is off: \/\S+\/libraries\/\S+: No space left on device/),
      ]);
      disk.resize('256m');
      await proxy.stopPlugins();
      await proxy.startPlugins();
      await untilReady(proxy);
    } finally {
      await proxy.stop();
      disk.remove();
    }
  },
  START_TIMEOUT_MS,
);
