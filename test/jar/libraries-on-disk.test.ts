import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startMavenMirror, type MavenMirror } from '../support/jar/maven-mirror.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { makeSmallDisk } from '../support/faults/small-disk.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check } from './ask.ts';
import { warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

/** Too small for all libraries. */
const TOO_SMALL = '8m';
const LARGE_ENOUGH = '256m';
const OFF = /feature-control is off: (.*)$/;
/** The first library that a start provides. */
const FIRST = fileOf('js-language');

/**
 * The tests of each jar run in this order: each problem with the folder of libraries, and the start after it.
 * Cases in which both jars behave the same are run for the slim jar.
 */
describe.each(['full', 'slim'] as const)('the libraries of the %s jar on disk', (edition) => {
  const disk = makeSmallDisk(TOO_SMALL);
  const onDisk = disk.missing === undefined ? it : it.skip;
  const needsDisk = disk.missing === undefined ? '' : ` (needs a disk of its own: ${disk.missing})`;
  const libraries = join(disk.path, 'feature-control', 'libraries');
  let mirror: MavenMirror;
  let proxy: StandIn;

  beforeAll(async () => {
    mirror = await startMavenMirror();
    proxy = await startStandIn({
      jars: [builtJar(edition)],
      pluginsDirectory: disk.path,
      redisUrl: testRedisUrl(),
      keyPrefix: uniquePrefix(),
      env: { FC_LIBRARIES_MIRROR: mirror.url },
    });
    if (disk.missing !== undefined) await untilReady(proxy);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    mirror.stop();
    disk.remove();
  });

  const readiness = () => proxy.log.filter((line) => line.includes('feature-control is ready')).length;
  const first = join(libraries, FIRST);

  /** Stops the plugin, changes its folder, and starts it again. */
  const restartAfter = async (change: () => void): Promise<void> => {
    await proxy.stopPlugins();
    change();
    await proxy.startPlugins();
  };

  const expectReady = async (times: number): Promise<void> => {
    await untilReady(proxy, times);
    expect(await check(await proxy.join({ connected: true }), 'my-mod', [])).toMatchObject({ ok: true });
  };

  /** Expects that the plugin is off, with one more line that names the reason. */
  const expectOff = async (times: number, reason: RegExp): Promise<void> => {
    const lines = () => warningsAndErrorsOf(proxy);
    await eventually(() => lines().length >= times, { ...PATIENCE, what: 'the log line' });
    expect(lines()).toHaveLength(times);
    expect(OFF.exec(lines().at(-1) ?? '')?.[1]).toMatch(reason);
    const player = await proxy.join({ connected: true });
    expect(player.announcements.flat()).not.toContain(CHANNEL);
    expect(await player.send('service:other', 'the proxy runs')).toBe('forwarded');
  };

  onDisk(`a full disk turns the plugin off with one line${needsDisk}`, async () => {
    await expectOff(1, /\/libraries\/\S+: No space left on device|fetched \(No space left/);
  });

  onDisk(`and once there is room, the next start makes it whole${needsDisk}`, async () => {
    await restartAfter(() => {
      disk.resize(LARGE_ENOUGH);
    });
    await expectReady(1);
  });

  if (edition === 'slim') {
    onDisk(`nothing has to be written where all of it is there${needsDisk}`, async () => {
      await restartAfter(() => {
        disk.protect(true);
      });
      await expectReady(2);
    });

    onDisk(
      `a missing right to write turns the plugin off with one line, if a library is missing${needsDisk}`,
      async () => {
        await restartAfter(() => {
          disk.protect(false);
          rmSync(first);
          disk.protect(true);
        });
        await expectOff(2, /Read-only file system/);
        disk.protect(false);
      },
    );

    it('an obstacle turns the plugin off with one line', async () => {
      const lines = warningsAndErrorsOf(proxy).length;
      await restartAfter(() => {
        rmSync(first, { force: true });
        mkdirSync(join(first, 'in the way'), { recursive: true });
      });
      await expectOff(lines + 1, /\.jar/);
      rmSync(first, { recursive: true });
    });
  }

  it('the next start adds a missing file', async () => {
    const times = readiness() + 1;
    await restartAfter(() => {
      rmSync(first, { force: true });
    });
    await expectReady(times);
    expect(existsSync(first)).toBe(true);
  });

  it('never cause a stack trace', () => {
    expect(proxy.log.join('\n')).not.toMatch(/^\s+at |Caused by/m);
  });
});

/** Returns the file name of a library. */
function fileOf(name: string): string {
  const [, version = ''] =
    new RegExp(`:${name}:(\\S+)`).exec(readRepositoryFile('plugin/libraries.txt')) ?? [];
  return `${name}-${version}.jar`;
}
