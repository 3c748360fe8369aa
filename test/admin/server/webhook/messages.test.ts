import { describe, expect, it } from '@jest/globals';
import { createDiscordMessage } from '../../../../admin/server/webhook/discord-message.ts';
import type { BlocklistChange } from '../../../../shared/feature-control/blocklist-editor.ts';
import { clientList, GLOBAL_LIST } from '../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../../../shared/feature-control/entry-state.ts';
import type { LocatedEntry } from '../../../../shared/redis/blocklists/history/history-page.ts';

const CHANGE: BlocklistChange = {
  id: '1-0-x',
  atMs: 1,
  list: GLOBAL_LIST,
  feature: 'fly',
  before: FREE,
  after: BLOCKED,
  actor: 'Alex',
  source: 'game',
  reason: undefined,
  undoes: undefined,
  sizes: undefined,
};

const locate = (change: Partial<BlocklistChange>): LocatedEntry => ({
  entryId: '1-0',
  stream: 's',
  entry: { change: { ...CHANGE, ...change }, difference: undefined },
});

function contentOf(...changes: Partial<BlocklistChange>[]): string {
  const { body } = createDiscordMessage(changes.map(locate));
  const { content, allowed_mentions: mentions } = JSON.parse(body) as Record<string, unknown>;
  expect(mentions).toEqual({ parse: [] });
  return String(content);
}

describe("a message in Discord's form", () => {
  it('describes each change in a line', () => {
    const sizes = { before: 3, after: 5, names: ['a', 'b'], canUndo: true };
    const lines = contentOf(
      { reason: 'tournament' },
      { list: clientList('my-mod'), after: blockedUntil(1_767_225_600_000), source: 'console' },
      { before: BLOCKED, after: FREE, undoes: '0-0-x' },
      { sizes, source: 'command-line' },
      { actor: '', source: 'direct' },
    ).split('\n');
    expect(lines).toEqual([
      '**global** fly: free → blocked by Alex (game): tournament',
      '**client:my-mod** fly: free → blocked until <t:1767225600:f> by Alex (console)',
      '**global** fly: blocked → free by Alex (game, undo)',
      '**global** 3 → 5 features (a, b …) by Alex (command-line)',
      '**global** fly: free → blocked (direct)',
    ]);
  });

  it('lets no name or reason format the message, forge a line, or mention anybody', () => {
    const reason = '**x** [y](https://evil.example) <@1> ||s|| `c` \\* \n# title \u202e@everyone';
    const content = contentOf({ reason, feature: '_a_' });
    expect(content).toContain(String.raw`\_a\_: free`);
    const described = content.slice(content.indexOf('(game): ') + '(game): '.length);
    expect(described.replace(/\\[^0-9A-Za-z\s]/g, '')).not.toMatch(/[\\*_~`|<>#[\]\n\u202e]/);
  });

  it.each(['x', '*', '\u{1f600}', '\u202e'])(
    'never has more than 2,000 characters, made of %j',
    (character) => {
      const name = character.repeat(128);
      const long = { feature: name, list: clientList(name), actor: name, reason: character.repeat(500) };
      const names = Array<string>(5).fill(name);
      const huge = { ...long, sizes: { before: 1, after: 6, names, canUndo: false } };
      let pending = Array.from({ length: 200 }, (_, index) => locate(index % 2 === 0 ? long : huge));
      while (pending.length > 0) {
        const { body, changes } = createDiscordMessage(pending);
        const { content } = JSON.parse(body) as { content: string };
        expect(content.length).toBeLessThanOrEqual(2000);
        expect(content.isWellFormed()).toBe(true);
        expect(content.split('\n')).toHaveLength(changes.length);
        expect(content).not.toMatch(/(?<!\\)(?:\\\\)*\\…$/m);
        pending = pending.slice(changes.length);
        expect(changes.length).toBeGreaterThan(0);
      }
    },
  );
});
