import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EditField } from '../../../shared/feature-control/blocklist-editor.ts';
import { clientList, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED } from '../../../shared/feature-control/entry-state.ts';
import { CommandsUnderTest } from './commands-under-test.ts';

describe('the options of commands', () => {
  let commands: CommandsUnderTest;

  beforeEach(() => {
    commands = new CommandsUnderTest();
  });

  it('block for a limited time, by the clock of Redis', async () => {
    expect(await commands.text('block fly --for 2h30m --reason "an event"')).toBe(
      'Blocked fly for every client until 2026-01-01 02:30 UTC (for 2 h 30 min).',
    );
    expect(await commands.text('block --until 2026-02-01T00:00Z zoom')).toBe(
      'Blocked zoom for every client until 2026-02-01 00:00 UTC (for 31 d).',
    );
  });

  it('edit the list of a game server', async () => {
    expect(await commands.text('block fly --server arena')).toBe(
      'Blocked fly for every client on the server arena.',
    );
    expect(commands.stored.contents(serverList('arena')).get('fly')).toEqual(BLOCKED);
    expect(await commands.text('unblock fly --server arena')).toBe(
      'Unblocked fly for every client on the server arena.',
    );
  });

  it('reject servers if game servers have no lists', async () => {
    expect(await new CommandsUnderTest(false).text('block fly --server arena')).toBe(
      'Game servers have no lists here: see scopes.servers in config.toml.',
    );
  });

  it.each([
    ['block fly --for never', 'Write a duration such as 30m, 2h30m or 7d, with the units s, m, h, d and w.'],
    ['block fly --until 2025-01-01T00:00Z', 'That time is in the past.'],
    ['block fly --for 1h --until 2027-01-01', 'Give --for or --until, not both.'],
    ['block fly --for', '--for needs a value.'],
    ['block fly --reason --for 30m', '--reason needs a value.'],
    ['block fly --for 1h --for 2h', '--for is given twice.'],
    [
      'block fly --fro 1h',
      'Unknown option --fro. Usage: featurecontrol block <feature> [client] [--for …] [--until …] [--reason …] [--server …]',
    ],
    ['block fly my-mod --server arena', 'Name a client or a server, not both.'],
  ])('are rejected with one sentence: %s', async (line, sentence) => {
    expect(await commands.run(line)).toMatchObject({ tone: 'failed' });
    expect(await commands.text(line)).toBe(sentence);
    expect(commands.stored.recorded).toEqual([]);
  });

  it('are not confused with names that begin with hyphens: these are completed in quotes', async () => {
    commands.asked = { clients: ['--c'], features: ['--x', '-y'] };
    const { texts } = await commands.complete('block ');
    expect(texts).toEqual(['"--x"', '-y']);
    expect((await commands.complete('block "--')).texts).toEqual(['"--x"']);
    expect((await commands.complete('block "--x" ')).texts).toEqual(['"--c"']);
    for (const [index, feature] of ['--x', '-y'].entries()) {
      const line = `block ${texts[index] ?? ''} "--c"`;
      expect(await commands.run(line)).toMatchObject({ tone: 'changed' });
      expect(commands.stored.contents(clientList('--c')).get(feature)).toEqual(BLOCKED);
    }
  });

  it('are completed, with durations and servers', async () => {
    expect((await commands.complete('block fly --')).texts).toEqual([
      '--client',
      '--for',
      '--until',
      '--reason',
      '--server',
    ]);
    expect((await commands.complete('block fly --for 1h --u')).texts).toEqual(['--until']);
    expect((await commands.complete('block fly --for 3')).texts).toEqual(['30d', '30m']);
    expect((await commands.complete('block fly --server ')).texts).toEqual(['arena', 'lobby']);
    expect((await commands.complete('block fly --reason ')).texts).toEqual([]);
    expect(await commands.complete('check --')).toEqual({ start: 6, texts: [] });
  });
});

describe('list', () => {
  it('shows timed blocks with their end, and who has blocked what and why', async () => {
    const commands = new CommandsUnderTest();
    await commands.run('block fly --for 30m');
    const fly = 'fly until 2026-01-01 00:30 UTC (for 30 min)';
    expect(await commands.text('list')).toBe(
      `1 feature temporarily blocked for every client: ${fly} (by console).`,
    );
    await commands.run('block zoom --for 10m');
    await commands.run('block map');
    for (const feature of ['xray', 'cave']) await commands.run(`block ${feature} --reason too easy`, 'Alex');
    expect(await commands.text('list')).toBe(
      '3 features blocked for every client: cave, xray (by Alex: "too easy"); map (by console).\n' +
        '2 features temporarily blocked for every client: zoom until 2026-01-01 00:10 UTC (for 10 min), ' +
        `${fly} (by console).`,
    );
    commands.stored.recorded.length = 0;
    expect(await commands.text('list')).toContain('3 features blocked for every client: cave, map, xray.\n');
  });
});

describe('mods', () => {
  it('shows which mods have sent requests', async () => {
    const commands = new CommandsUnderTest();
    expect(await commands.text('mods')).toBe('No mod has sent a request.');
    commands.asked = { clients: ['my mod', 'other'], features: [] };
    expect(await commands.text('mods')).toBe(
      'Mods that have sent requests, the latest first: "my mod", other.',
    );
  });
});

it.each<[EditField, string]>([
  [
    'feature',
    'The name of a feature must be Unicode text of 1 to 256 characters, without control characters.',
  ],
  [
    'list',
    'The name of a client or a server must be Unicode text of 1 to 128 characters, without control characters and braces.',
  ],
  ['reason', 'A reason has at most 500 characters, without line breaks and control characters.'],
  ['until', 'That time is in the past.'],
])('an edit with an invalid %s is answered with one sentence', async (field, sentence) => {
  const commands = new CommandsUnderTest();
  commands.stored.edit = () => Promise.resolve({ outcome: 'invalid', field, problem: 'x' });
  expect(await commands.run('block fly')).toMatchObject({ tone: 'failed' });
  expect(await commands.text('block fly')).toBe(sentence);
});
