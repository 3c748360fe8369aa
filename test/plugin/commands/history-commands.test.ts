import { beforeEach, describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../../shared/feature-control/entry-state.ts';
import { CommandsUnderTest } from './commands-under-test.ts';

const MIDNIGHT = '2026-01-01 00:00 UTC';

let commands: CommandsUnderTest;

beforeEach(() => {
  commands = new CommandsUnderTest();
  commands.asked = { clients: ['my-mod'], features: [] };
});

/** Blocks `fly` and `radar` in the global list and `zoom` in a personal one, with a common id. */
async function importLists(): Promise<void> {
  const author = { actor: 'Alex', source: 'command-line', batch: 'import-1' } as const;
  const global = new Map(['fly', 'radar'].map((feature) => [feature, BLOCKED]));
  await commands.stored.edit(GLOBAL_LIST, global, author);
  await commands.stored.edit(clientList('my-mod'), new Map([['zoom', BLOCKED]]), author);
}

describe('history', () => {
  it('shows who has changed what, when and why, each way of changing in one phrase', async () => {
    expect(await commands.text('history')).toBe('No change is recorded.');
    await commands.run('block <b>fly my-mod --reason <red>no</red>', 'Alex');
    const features = ['<b>fly', 'a', 'b', 'c', 'd', 'e', 'f'];
    const wanted = new Map([
      ...features.map((feature) => [feature, FREE] as const),
      ['zoom', BLOCKED] as const,
    ]);
    await commands.block('my-mod', ...features.slice(1));
    await commands.stored.edit(clientList('my-mod'), wanted, { actor: 'Sam', source: 'api' });
    expect((await commands.text('history')).split('\n')).toEqual([
      `${MIDNIGHT} Sam (api): <b>fly, a, b, c, d and 2 more for my-mod: blocked, then free; ` +
        'zoom for my-mod: free, then blocked. Id: 3-0-a',
      `${MIDNIGHT} "a test" (game): a, b, c, d, e and 1 more for my-mod: free, then blocked. Id: 2-0-a`,
      `${MIDNIGHT} Alex (game): <b>fly for my-mod: free, then blocked, reason: <red>no</red>. Id: 1-0-a`,
    ]);
    expect(await commands.text('history f my-mod')).toMatch(/3-0-a\n.*2-0-a$/);
    expect(await commands.text('history fly')).toBe('No change is recorded.');
  });
});

describe('undo and redo', () => {
  it('revert the newest own change, then the one before, and the undo', async () => {
    for (const line of ['block fly', 'block zoom my-mod']) await commands.run(line, 'Alex');
    expect(await commands.text('redo', 'Alex')).toBe('There is no undo that can be reverted.');
    expect(await commands.text('undo', 'Alex')).toBe('zoom for my-mod is free again.');
    expect(await commands.text('undo', 'Alex')).toBe('fly for every client is free again.');
    expect(await commands.text('undo', 'Alex')).toBe('There is no change that can be undone.');
    expect(await commands.text('redo', 'Alex')).toBe('fly for every client is blocked again.');
    expect(await commands.text('redo', 'Alex')).toBe('zoom for my-mod is blocked again.');
    expect(await commands.text('undo', 'Alex')).toBe('zoom for my-mod is free again.');
  });

  it.each(['undo', 'redo'])('ask for the id of a change of somebody else: %s', async (command) => {
    await commands.run('block fly', 'Alex');
    if (command === 'redo') await commands.run('undo', 'Alex');
    const [{ id } = { id: '' }] = commands.stored.recorded;
    for (const player of ['Sam', undefined]) {
      expect(await commands.text(command, player)).toMatch(
        new RegExp(`^.* Alex .*\n.* of somebody else. Repeat the command with its id: ${id}$`),
      );
      expect(commands.stored.recorded[0]?.id).toBe(id);
    }
    expect(await commands.run(`${command} ${id}`, 'Sam')).toMatchObject({ tone: 'changed' });
    expect(commands.stored.recorded[0]).toMatchObject({ actor: 'Sam', undoes: [id] });
  });

  it('revert a change of several features, and a common id in each of its lists', async () => {
    await importLists();
    expect(await commands.text('undo import-1', 'Sam')).toBe(
      'zoom for my-mod is free again.\n2 features restored in the list for every client.',
    );
    expect(commands.stored.recorded.slice(0, 2).map(({ undoes }) => undoes)).toEqual([['1-0-a'], ['2-0-a']]);
    expect(await commands.run('undo import-1', 'Sam')).toMatchObject({ tone: 'unchanged' });
    expect(await commands.text('undo import-1', 'Sam')).toBe(
      'The list for my-mod is already as it was before that change.\n' +
        'The list for every client is already as it was before that change.',
    );
    expect(await commands.text('undo import-2', 'Sam')).toBe(
      'There is no such change, or it is no longer recorded.',
    );
  });

  it('name every entry that has changed since, its state, and who has changed it', async () => {
    await importLists();
    await commands.run('block fly --for 1h', 'Sam');
    await commands.run('block radar --for 2h', 'Kim');
    expect(await commands.run('undo import-1', 'Alex')).toMatchObject({ tone: 'failed' });
    const conflicts =
      'The list for every client was not changed, because others have changed this since:\n' +
      `fly is blocked until 2026-01-01 01:00 UTC, changed by Sam at ${MIDNIGHT}\n` +
      `radar is blocked until 2026-01-01 02:00 UTC, changed by Kim at ${MIDNIGHT}`;
    expect(await commands.text('undo 1-0-a', 'Alex')).toBe(conflicts);
    // The other list is restored nevertheless.
    expect(commands.stored.contents(clientList('my-mod')).size).toBe(0);
    commands.stored.undo = () =>
      Promise.resolve({
        outcome: 'conflict',
        conflicts: [{ feature: 'fly', state: FREE, lastChange: undefined }],
      });
    expect(await commands.text('undo 1-0-a', 'Alex')).toMatch(/:\nfly is free$/);
  });

  it('refuse a change that was not recorded whole', async () => {
    await commands.run('block fly', 'Alex');
    Object.assign(commands.stored.recorded[0] ?? {}, { total: 20_000 });
    expect(await commands.text('history')).toContain(
      ': fly and 19,999 more for every client: free, then blocked.',
    );
    expect(await commands.text('undo', 'Alex')).toMatch(
      /^That change affects too many features to be undone/,
    );
  });

  it('name what takes effect later, or is still blocked', async () => {
    commands.enableBridges();
    await commands.run('block crystal-optimizer', 'Alex');
    await commands.run('block crystal-optimizer marlow', 'Alex');
    expect(await commands.text('undo', 'Alex')).toMatch(
      /is free again\.\nIt is still blocked for every client\.$/,
    );
    expect(await commands.text('undo', 'Alex')).toMatch(
      / is free again\.\nIn Marlow.* after the player has restarted/,
    );
  });
});
