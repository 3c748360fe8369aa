import { beforeEach, describe, expect, it } from '@jest/globals';
import { permissionOf } from '../../../plugin/src/commands/command.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';
import { CommandsUnderTest, STATUS } from './commands-under-test.ts';

describe('the commands', () => {
  let commands: CommandsUnderTest;

  beforeEach(() => {
    commands = new CommandsUnderTest();
  });

  it('each have a permission [G55]', () => {
    expect(commands.set.commands.map(permissionOf)).toEqual(
      [
        'block',
        'unblock',
        'list',
        'check',
        'explain',
        'where',
        'history',
        'undo',
        'redo',
        'mods',
        'status',
        'bridges',
        'reload',
      ].map((name) => `featurecontrol.command.${name}`),
    );
  });

  it('are exactly those in docs/proxy.md, with their parameters', () => {
    const [, section = ''] = readRepositoryFile('docs/proxy.md').split('## Commands');
    const rows = section.split('### ')[0]?.matchAll(/^\| `(\w+)( [^`]*)?` /gm) ?? [];
    expect([...rows].map(([, name, parameters = '']) => [name, parameters.trim()])).toEqual(
      commands.set.commands.map((command) => [command.name, command.parameters]),
    );
  });

  it('report whether anything changed [G55]', async () => {
    commands.asked = { clients: ['my-mod'], features: [] };
    expect(await commands.run('block fly')).toMatchObject({ tone: 'changed' });
    expect(await commands.run('block fly')).toMatchObject({ tone: 'unchanged' });
    expect(await commands.text('block fly')).toBe('fly was already blocked for every client.');
    expect(await commands.text('block fly my-mod')).toBe('Blocked fly for my-mod.');
    expect(await commands.text('unblock fly my-mod')).toBe(
      'Unblocked fly for my-mod.\nIt is still blocked for every client.',
    );
    expect(await commands.text('unblock fly my-mod')).toBe(
      'fly was not in the list for my-mod.\nIt is still blocked for every client.',
    );
    expect(await commands.text('unblock fly')).toBe('Unblocked fly for every client.');
    expect(await commands.text('unblock fly')).toBe('fly was not in the list for every client.');
  });

  it.each([
    [
      'block',
      'Usage: featurecontrol block <feature> [client] [--for …] [--until …] [--reason …] [--server …]\nThe client is the identifier of a mod, such as my-mod.',
    ],
    [
      'block a b c',
      'Usage: featurecontrol block <feature> [client] [--for …] [--until …] [--reason …] [--server …]\nThe client is the identifier of a mod, such as my-mod.',
    ],
    ['reload now', 'Usage: featurecontrol reload'],
    [
      'check my-mod',
      'Usage: featurecontrol check <client> <feature…>\nThe client is the identifier of a mod, such as my-mod.',
    ],
    ['block "fly', 'A quote is not closed, or the closing quote is not followed by a space.'],
    [
      'block ""',
      'The name of a feature must be Unicode text of 1 to 256 characters, without control characters.',
    ],
    [
      `block ${'🚀'.repeat(257)}`,
      'The name of a feature must be Unicode text of 1 to 256 characters, without control characters.',
    ],
    [
      `block fly ${'x'.repeat(129)}`,
      'The name of a client or a server must be Unicode text of 1 to 128 characters, without control characters and braces.',
    ],
    [
      'block fly {}',
      'The name of a client or a server must be Unicode text of 1 to 128 characters, without control characters and braces.',
    ],
    [
      'block \ud800 my-mod',
      'The name of a feature must be Unicode text of 1 to 256 characters, without control characters.',
    ],
  ])('answer a mistake with what is wrong: %j', async (line, sentence) => {
    expect(await commands.run(line)).toMatchObject({ tone: 'failed' });
    expect(await commands.text(line)).toBe(sentence);
  });

  it('accept names as long as those in requests [G13]', async () => {
    expect(await commands.run(`block ${'🚀'.repeat(256)} ${'x'.repeat(128)}`)).toMatchObject({
      tone: 'changed',
    });
  });

  it.each([
    [
      new RedisError('unreachable', 'gone'),
      'Redis does not answer. The command may have been executed: check before you try again.',
    ],
    [new RedisError('error-reply', 'READONLY You cannot write'), 'Redis rejected the command: READONLY.'],
    [
      new RedisError('wrong-type', 'WRONGTYPE'),
      'The key of that list has another type in Redis. Delete that key first.',
    ],
    [new TypeError('a bug'), 'The command failed. The cause is in the log of the proxy.'],
  ])('explain the failure %s', async (failure, sentence) => {
    commands.stored.failure = failure;
    for (const line of ['block fly', 'unblock fly my-mod']) expect(await commands.text(line)).toBe(sentence);
    expect(commands.logger.at('error')).toHaveLength(failure instanceof RedisError ? 0 : 2);
  });

  it('show at most 50 entries of a list, and the total', async () => {
    expect(await commands.text('list my-mod')).toBe('The list for my-mod is empty.');
    await commands.block(undefined, ...Array.from({ length: 1000 }, (_, index) => `feature-${index}`));
    commands.clients = Array.from({ length: 60 }, (_, index) => `mod-${index}`);
    const [features = '', own = ''] = (await commands.text('list')).split('\n');
    expect(features).toMatch(/^1,000 features blocked for every client: feature-0, .* and 950 more\.$/);
    expect(features.split(', ')).toHaveLength(50);
    expect(own).toMatch(/^Clients with a list of their own: mod-0, .* and 10 more\.$/);
    expect(own.split(', ')).toHaveLength(50);
  });

  it('show a list in natural order', async () => {
    await commands.block(undefined, 'zone10', 'zone2', 'zone1b');
    expect(await commands.text('list')).toContain(': zone1b, zone2, zone10 (by');
  });

  it('check shows the answer that a mod would get [F-RULE-2]', async () => {
    await commands.block(undefined, 'fly');
    await commands.block('my-mod', 'zoom');
    expect(await commands.text('check my-mod zoom fly map zoom')).toBe(
      '2 of 3 features blocked for my-mod: zoom, fly.',
    );
    expect(await commands.text('check my-mod map')).toBe('1 feature checked; it is not blocked for my-mod.');
    expect(await commands.text('check my-mod map radar')).toBe(
      '2 features checked; none is blocked for my-mod.',
    );
    commands.isUnread = true;
    expect(await commands.text('check my-mod map')).toBe('The lists have not been read from Redis yet.');
  });

  it('report the state of the plugin', async () => {
    expect(await commands.text('status')).toBe(
      `Engine: GraalJS, running for 1 min 1 s.
Redis: unreachable, reconnecting.
Lists: 1,000,000 features for every client, 7 for 1 client, compared with Redis 4 s ago, and being read again.
Queue: 3 packets waiting, 1 request in flight.
Subscriptions: 12 players.
Answers: 1,234 OK, 5 RATE_LIMITED.
Dropped packets: 2 from backends.`,
    );
    const lists = { ...STATUS.lists, features: 1_001_007, serverFeatures: 1000, timedFeatures: 3 };
    commands.status = { ...STATUS, lists };
    expect(await commands.text('status')).toContain(
      'for 1 client, 1,000 for servers (3 of them temporarily), compared',
    );
    commands.status = { ...STATUS, lists: { ...STATUS.lists, ageMs: undefined }, answers: new Map() };
    expect(await commands.text('status')).toMatch(/\nLists: not read yet\.\n(.*\n){2}Answers: none\.\n/);
  });

  it('reload, or name the problem', async () => {
    expect(await commands.text('reload')).toBe('The settings are applied.');
    commands.reload = () => Promise.resolve({ ok: true, value: { isOtherData: true } });
    expect(await commands.text('reload')).toBe(
      'The settings are applied. They name another Redis, database or key prefix: the lists of the previous one are dropped.',
    );
    commands.reload = () => Promise.resolve({ ok: false, problem: 'config.toml, line 3: wrong' });
    expect(await commands.run('reload')).toMatchObject({ tone: 'failed' });
    expect(await commands.text('reload')).toBe('Nothing was changed: config.toml, line 3: wrong.');
  });

  it('complete known names, in quotes if needed [G56]', async () => {
    commands.asked = { clients: ['my mod', 'other'], features: ['fly', 'fly high', 'zoom', '§k', 'flip\n'] };
    commands.clients = ['my-mod'];
    await commands.block(undefined, 'flight');
    await commands.block('my-mod', 'flare');
    expect(await commands.complete('block fl')).toEqual({ start: 6, texts: ['flight', 'fly', '"fly high"'] });
    expect(await commands.complete('block "fly h')).toEqual({ start: 6, texts: ['"fly high"'] });
    expect(await commands.complete('block fly my')).toEqual({ start: 10, texts: ['"my mod"', 'my-mod'] });
    expect(await commands.complete('block fly my-mod x')).toEqual({ start: 17, texts: [] });
    expect(await commands.complete('unblock ')).toEqual({ start: 8, texts: ['flare', 'flight'] });
    expect(await commands.complete('check my-mod zoom f')).toEqual({
      start: 18,
      texts: ['flight', 'fly', '"fly high"'],
    });
    expect(await commands.complete('list o')).toEqual({ start: 5, texts: ['other'] });
    expect(await commands.complete('status ')).toEqual({ start: 7, texts: [] });
  });
});
