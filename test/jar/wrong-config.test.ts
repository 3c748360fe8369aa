import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { joinAdmin, replyTo } from './admin.ts';
import { countDropped } from './ask-status.ts';
import { CHANNEL, check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

const OFF = 'feature-control is off: ';

/**
 * The tests run in this order: a start with an invalid file, a start without a file, reloads of invalid
 * files, and a reload of a file as some editors save it. Other invalid settings are in test/plugin/config.
 */
describe('config.toml', () => {
  let file: string;
  let proxy: StandIn;

  beforeAll(async () => {
    const config = '[redis]\nurl = "redis://secret-host\n';
    // Also a number, which a variable holds as a text.
    const env = { REDIS_COMMAND_TIMEOUT_MS: '2000' };
    proxy = await startStandIn({ redisUrl: testRedisUrl(), keyPrefix: uniquePrefix(), config, env });
    file = join(proxy.pluginsDirectory, 'feature-control', 'config.toml');
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
  });

  const expectOff = async (message: string): Promise<void> => {
    const errors = () => proxy.log.filter((line) => line.includes('ERROR'));
    const isLogged = () => errors().some((line) => line.includes(OFF + message));
    await eventually(isLogged, { ...PATIENCE, what: 'the log line' });
    expect(proxy.log.join('\n')).not.toMatch(/Exception|secret-host|^\s+at /m);
    const player = await proxy.join({ connected: true });
    expect(player.announcements.flat()).not.toContain(CHANNEL);
    expect(await player.send(CHANNEL, '{}')).toBe('forwarded');
  };

  it('that is not TOML is what status reports, to whom has the permission', async () => {
    const player = await proxy.join({ connected: true });
    expect(await proxy.runCommand('featurecontrol status', player)).toBe(false);
    const admin = await joinAdmin(proxy, 'status');
    expect(await replyTo(proxy, admin, 'status')).toMatch(/^feature-control is off: config.toml, line 2: /);
  });

  it('that is not TOML turns the plugin off with one line, and the proxy runs', async () => {
    await expectOff('config.toml, line 2: ');
  });

  it(
    'is created with comments if it does not exist, and can be read',
    async () => {
      await rm(file);
      await proxy.stopPlugins();
      await proxy.startPlugins();
      await untilReady(proxy);
      const player = await proxy.join({ connected: true });
      expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
      expect(await readFile(file, 'utf8')).toMatch(/^# .*\n[^]*\nnamespace = "service"\n/);
      expect(proxy.log.filter((line) => line.includes(OFF))).toHaveLength(1);
    },
    START_TIMEOUT_MS,
  );

  it.each([
    [
      'an infinite number',
      '[queue]\npackets = inf\n',
      'config.toml, line 2: queue.packets must be a whole number',
    ],
    [
      'a missing value',
      '[queue]\npackets =\n',
      `config.toml, line 2: Unexpected end of line, expected ', ", ''', `,
    ],
    [
      'a quote in a password',
      '[redis]\nurl = "redis://:one"secret-host@x"\n',
      'config.toml, line 2: Unexpected text,',
    ],
    [
      'a namespace that the proxy does not accept',
      '[channel]\nnamespace = "my.server"\n',
      'config.toml, line 2: channel.namespace must not contain a dot on this proxy',
    ],
    [
      'an invalid name of a file',
      '[redis]\nca-file = "a\\u0000"\n',
      'config.toml, line 2: redis.ca-file is for TLS: redis.url must begin with rediss',
    ],
    [
      'a path of Windows',
      '[redis]\nca-file = "C:\\users\\me"\n',
      'config.toml, line 2: a backslash between double quotes is written twice, or ',
    ],
    [
      'UTF-16',
      Buffer.from('\uFEFF[redis]\n', 'utf16le'),
      'config.toml is not in UTF-8, but probably in UTF-16: save it as UTF-8',
    ],
  ])('with %s is refused by a reload with one line, and the proxy runs', async (_, text, message) => {
    await writeFile(file, text);
    const reply = await replyTo(proxy, await joinAdmin(proxy, 'reload'), 'reload', PATIENCE);
    expect(reply).toMatch(/^Nothing was changed: .*$/);
    expect(reply).toContain(message);
    expect(proxy.log.join('\n')).not.toMatch(/Exception|secret-host|^\s+at /m);
    const player = await proxy.join({ connected: true });
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
  });

  it('may have a byte order mark, CRLF, comments in Latin-1, and integers written as 1.0', async () => {
    const text = '# f\u00FCr uns\r\n[log]\r\nlevel = "info"\r\n[guard]\r\npackets-per-second = 1.0\r\n';
    await writeFile(file, Buffer.from(`\u00EF\u00BB\u00BF${text}`, 'latin1'));
    const admin = await joinAdmin(proxy, 'reload');
    expect(await replyTo(proxy, admin, 'reload', PATIENCE)).toBe('The settings are applied.');
    const player = await proxy.join({ connected: true });
    for (let sent = 0; sent < 5; sent += 1) await player.send(CHANNEL, '{}');
    expect(await countDropped(proxy, 'over the limit of a player')).toBeGreaterThan(0);
  });
});
