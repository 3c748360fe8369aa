import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { uniquePrefix } from '../support/redis/redis.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { joinAdmin, replyTo } from './admin.ts';
import { check } from './ask.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

const NAMES = ['block', 'unblock', 'list', 'explain', 'mods', 'status', 'reload'];

/** The tests run in this order: each builds on the changes of the previous ones. */
describe('the languages of commands', () => {
  let proxy: StandIn;
  let folder: string;

  beforeAll(async () => {
    const scopes = '[scopes]\nexempt-permission = "network.exempt"\n';
    proxy = await sharedProxy(redisSettings(uniquePrefix()) + scopes);
    folder = join(proxy.pluginsDirectory, 'feature-control', 'lang');
  }, START_TIMEOUT_MS);

  const admin = async (locale?: string): Promise<StandInPlayer> => {
    const player = await joinAdmin(proxy, ...NAMES);
    if (locale !== undefined) await player.setLocale(locale);
    return player;
  };

  const run = async (line: string, player: StandInPlayer) => await replyTo(proxy, player, line);

  const lastComponent = (player: StandInPlayer): string => JSON.stringify(player.chatComponents.at(-1));

  it('are those of the players’ clients, and English on the console and for all others [G75]', async () => {
    const [german, ukrainian, french, unknown] = [
      await admin('de-AT'),
      await admin('uk-UA'),
      await admin('fr-FR'),
      await admin(),
    ];
    expect(await run('block fly', german)).toBe('fly ist jetzt für alle Clients blockiert.');
    expect(await run('block fly', ukrainian)).toBe('fly уже було заблоковано для усіх клієнтів.');
    expect(await run('block fly', french)).toBe('fly was already blocked for every client.');
    expect(await run('block fly', unknown)).toBe('fly was already blocked for every client.');
    await proxy.untilLogged(new RegExp(`${german.name}: Blocked fly for every client\\.$`));
    await proxy.runCommand('featurecontrol list');
    await proxy.untilLogged(/1 feature blocked for every client: fly \(by \S+\)\./);
    expect(await run(`explain ${french.name} my-mod zoom`, german)).toBe(
      `zoom von my-mod ist für ${french.name} frei.`,
    );
    expect(await run(`explain ${french.name} my-mod zoom`, ukrainian)).toBe(
      `zoom для my-mod вільно в гравця ${french.name}.`,
    );
    expect(await run('status', german)).toContain(': 1 Feature für alle Clients');
    expect(await run('status', ukrainian)).toMatch(/\nRedis: з’єднано[.,]/);
  });

  it('show names as literal text', async () => {
    const player = await admin('de-DE');
    const name = '<click:run_command:/op><red>§kx\u202e';
    expect(await run(`block ${name}`, player)).toBe(
      '<click:run_command:/op><red>\\u00a7kx\\u202e ist jetzt für alle Clients blockiert.',
    );
    expect(lastComponent(player)).toContain('"<click:run_command:/op><red>\\\\u00a7kx\\\\u202e"');
    expect(lastComponent(player)).not.toMatch(/click_?event|"red"/i);
    await run(`unblock ${name}`, player);
  });

  it('have the texts of the operator, and the built-in ones in place of invalid texts', async () => {
    const player = await admin('de-DE');
    const file = join(folder, 'de.properties');
    const shipped = await readFile(file, 'utf8');
    const own = [
      'block.unchanged=<red><bold>Schon gesperrt:</bold> <feature> (<whom>)',
      'list.nothing=<rde>Nichts für <whom>',
      'reload.done=übernommen',
      'unblock.done=Offen',
      'no.such.key=x',
    ];
    await writeFile(file, `${shipped}\n${own.join('\n')}\n`);
    expect(await run('reload', player)).toBe('übernommen');
    expect(await run('block fly', player)).toBe('Schon gesperrt: fly (alle Clients)');
    expect(lastComponent(player)).toContain('"bold":true');
    expect(await run('list my-mod', player)).toBe('Die Liste für my-mod ist leer.');
    const warned = proxy.log.filter((line) => line.includes('Texts of lang/'));
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain(
      'Texts of lang/de.properties are not used: list.nothing has an unknown tag: <rde>; ' +
        'no.such.key is not the key of a text; unblock.done lacks the placeholder <feature>',
    );
    await writeFile(file, 'block.unchanged=\\u00zz');
    expect(await run('reload', player)).toBe('Die Einstellungen sind übernommen.');
    await proxy.untilLogged(/Texts of lang\/de\.properties are not used: \\u must be followed by /);
    await rm(file);
    await mkdir(file);
    // The files of the other languages are still used.
    const english = join(folder, 'en.properties');
    const shippedEnglish = await readFile(english, 'utf8');
    await writeFile(english, 'reload.done=Applied');
    expect(await run('reload', player)).toBe('Die Einstellungen sind übernommen.');
    await proxy.untilLogged(/Texts of lang\/de\.properties are not used: \S.*/);
    expect(await run('reload', await admin('en-GB'))).toBe('Applied');
    await writeFile(english, shippedEnglish);
    await rm(file, { recursive: true });
    await run('reload', player);
    expect(await readFile(file, 'utf8')).toBe(shipped);
  }, 30_000);

  it('do not matter if a permission plugin fails: no permission, no exemption, one warning [G55, G70]', async () => {
    const player = await admin();
    await player.permit('network.exempt');
    expect((await check(player, 'my-mod', ['fly'])).payload?.blocklist).toEqual([]);
    const other = await admin();
    await other.permit('network.exempt');
    await other.failPermissions();
    expect((await check(other, 'my-mod', ['fly'])).payload?.blocklist).toEqual(['fly']);
    expect(await proxy.runCommand('featurecontrol list', other)).toBe(false);
    expect(await proxy.suggest('featurecontrol block ', other)).toEqual([]);
    expect(await run('list', player)).toMatch(/^1 feature blocked/);
    const warned = proxy.log.filter((line) => line.includes('A permission could not be looked up'));
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain('counts as not granted: java.lang.IllegalStateException: the storage');
    expect(proxy.log.filter((line) => /ERROR|not reported/.test(line))).toEqual([]);
  });
});
