import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-editor.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../../shared/feature-control/entry-state.ts';
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
    expect(await commands.stored.read(serverList('arena'), 'fly')).toEqual(BLOCKED);
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
    expect(commands.stored.contents({ kind: 'global' }).features.size).toBe(0);
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
      expect(await commands.stored.read(clientList('--c'), feature)).toEqual(BLOCKED);
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
    expect((await commands.complete('block fly --for 3')).texts).toEqual(['30m', '30d']);
    expect((await commands.complete('block fly --server ')).texts).toEqual(['arena', 'lobby']);
    expect((await commands.complete('block fly --reason ')).texts).toEqual([]);
    expect(await commands.complete('check --')).toEqual({ start: 6, texts: [] });
  });
});

describe('list', () => {
  it('shows timed blocks, with their end', async () => {
    const commands = new CommandsUnderTest();
    await commands.run('block fly --for 30m');
    expect(await commands.text('list')).toBe(
      '1 feature temporarily blocked for every client: fly until 2026-01-01 00:30 UTC (for 30 min).',
    );
    await commands.run('block zoom --for 10m');
    await commands.run('block map');
    expect(await commands.text('list')).toBe(
      '1 feature blocked for every client: map.\n' +
        '2 features temporarily blocked for every client: zoom until 2026-01-01 00:10 UTC (for 10 min), ' +
        'fly until 2026-01-01 00:30 UTC (for 30 min).',
    );
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

describe('history and undo', () => {
  const change: BlocklistChange = {
    id: '7-0-a',
    atMs: Date.UTC(2026, 0, 1),
    list: { kind: 'client', name: 'my-mod' },
    feature: 'fly',
    before: FREE,
    after: BLOCKED,
    actor: 'Steve',
    source: 'game',
    reason: '<red>no</red>',
    undoes: undefined,
    sizes: undefined,
  };

  it('names what takes effect later, and what has changed since', async () => {
    const commands = new CommandsUnderTest();
    expect(await commands.text('history')).toBe('No change is recorded.');
    commands.enableBridges();
    const bridged = { ...change, list: GLOBAL_LIST, feature: 'crystal-optimizer' };
    Object.assign(commands.stored, {
      find: () => Promise.resolve(bridged),
      undo: () => Promise.resolve({ outcome: 'changed', id: '8-0-a', before: BLOCKED, after: FREE }),
    });
    expect(await commands.text('undo 7-0-a')).toMatch(
      / is free\.\nIn Marlow.* after the player has restarted/,
    );
    Object.assign(commands.stored, { undo: () => Promise.resolve({ outcome: 'conflict', state: FREE }) });
    expect(await commands.text('undo 7-0-a')).toBe(
      'crystal-optimizer for every client has changed since then, so nothing was undone. Check the history.',
    );
  });

  it('show and revert a change of many features', async () => {
    const commands = new CommandsUnderTest();
    const sizes = { before: 4, after: 5, names: ['fly', '<b>zoom'], canUndo: true };
    const many: BlocklistChange = { ...change, feature: '', before: FREE, after: FREE, sizes };
    const recorded = (shown: BlocklistChange) =>
      Object.assign(commands.stored, {
        history: () => Promise.resolve({ changes: [shown], next: undefined }),
        find: () => Promise.resolve(shown),
      });
    recorded(many);
    expect(await commands.text('history')).toContain('(fly, <b>zoom): 4 features, then 5');
    const undone = { outcome: 'changed', id: '8-0-a', before: FREE, after: FREE, features: 3 };
    Object.assign(commands.stored, { undo: () => Promise.resolve(undone) });
    expect(await commands.text('undo')).toBe('Undone: 3 features restored in the list for my-mod.');
    Object.assign(commands.stored, { undo: () => Promise.resolve({ outcome: 'unchanged', state: FREE }) });
    expect(await commands.text('undo')).toBe('That change of the list for my-mod is already undone.');
    const conflict = { outcome: 'conflict', state: FREE, feature: 'fly' };
    Object.assign(commands.stored, { undo: () => Promise.resolve(conflict) });
    expect(await commands.text('undo')).toBe(
      'fly for my-mod has changed since then, so nothing was undone. Check the history.',
    );
    recorded({ ...many, sizes: { ...sizes, canUndo: false } });
    expect(await commands.text('undo')).toMatch(/^That change affects too many features to be undone/);
  });
});

it.each([
  [
    'feature',
    'The name of a feature must be Unicode text of 1 to 256 characters, without control characters.',
  ],
  ['list', 'That is not a valid name of a client or a server: it is too long, or has control characters.'],
  ['reason', 'A reason has at most 500 characters, without line breaks and control characters.'],
  ['until', 'That time is in the past.'],
])('an edit with an invalid %s is answered with one sentence', async (field, sentence) => {
  const commands = new CommandsUnderTest();
  const refused = { outcome: 'invalid', field, problem: 'x' };
  Object.assign(commands.stored, { block: () => Promise.resolve(refused) });
  expect(await commands.run('block fly')).toMatchObject({ tone: 'failed' });
  expect(await commands.text('block fly')).toBe(sentence);
});
