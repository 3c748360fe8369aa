import { describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil } from '../../../shared/feature-control/entry-state.ts';
import { CommandsUnderTest } from './commands-under-test.ts';

describe('explain', () => {
  it('names the entry that blocks, or would block, a feature', async () => {
    const commands = new CommandsUnderTest();
    const untilMs = commands.time.epochMs() + 60_000;
    commands.players.set('Steve', { server: 'lobby', isExempt: false });
    commands.players.set('Alex', { server: undefined, isExempt: true });
    commands.listed = [
      { list: GLOBAL_LIST, state: blockedUntil(untilMs), applies: true },
      { list: clientList('my-mod'), state: BLOCKED, applies: true },
      { list: serverList('arena'), state: BLOCKED, applies: false },
    ];
    expect(await commands.text('explain Steve my-mod fly')).toBe(
      'fly of my-mod is blocked for Steve.\nIt is blocked for my-mod.\n' +
        'It is blocked for every client until 2026-01-01 00:01 UTC (for 1 min).',
    );
    expect(await commands.text('explain Alex my-mod fly')).toContain(
      'fly of my-mod is free for Alex, because the player is exempt.\nIt is blocked for my-mod.',
    );
    commands.listed = commands.listed.slice(2);
    expect(await commands.text('explain Steve my-mod fly')).toBe(
      'fly of my-mod is free for Steve.\nIt is blocked for every client on the server arena.',
    );
    expect(await commands.text('explain Nobody my-mod fly')).toBe('There is no player Nobody on this proxy.');
    expect((await commands.complete('explain A')).texts).toEqual(['Alex']);
  });

  it('shows at most ten entries, and how many more there are', async () => {
    const commands = new CommandsUnderTest();
    commands.players.set('Steve', { server: 'lobby', isExempt: false });
    commands.listed = Array.from({ length: 12 }, (_, index) => ({
      list: serverList(`match-${index}`),
      state: BLOCKED,
      applies: false,
    }));
    const lines = (await commands.text('explain Steve my-mod fly')).split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[10]).toMatch(/ on the server match-9\.$/);
    expect(lines[11]).toBe('And 2 more.');
  });

  it('does not report a feature as free before the lists have been read', async () => {
    const commands = new CommandsUnderTest();
    commands.players.set('Steve', { server: 'lobby', isExempt: false });
    commands.isUnread = true;
    expect(await commands.run('explain Steve my-mod fly')).toMatchObject({ tone: 'failed' });
    expect(await commands.text('explain Steve my-mod fly')).toBe(
      'The lists have not been read from Redis yet.',
    );
  });
});

describe('where', () => {
  it('shows the lists that block a feature, and until when', async () => {
    const commands = new CommandsUnderTest();
    commands.clients = ['my-mod', 'other'];
    commands.servers = ['arena'];
    await commands.run('block fly');
    await commands.run('block fly my-mod --for 1m');
    await commands.run('block fly --server arena');
    expect(await commands.text('where fly')).toBe(
      'It is blocked for every client.\n' +
        'It is blocked for my-mod until 2026-01-01 00:01 UTC (for 1 min).\n' +
        'It is blocked for every client on the server arena.',
    );
    expect(await commands.text('where zoom')).toBe('No list blocks zoom.');
  });
});
