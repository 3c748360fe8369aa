import { describe, expect, it } from '@jest/globals';
import { createDiscordMessage } from '../../../../admin/server/webhook/discord-message.ts';
import { createJsonMessage } from '../../../../admin/server/webhook/message.ts';
import type { BlocklistChange } from '../../../../shared/feature-control/blocklist-change.ts';
import { clientList, GLOBAL_LIST } from '../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../../../shared/feature-control/entry-state.ts';
import type { LocatedChange } from '../../../../shared/redis/blocklists/history/history-page.ts';

const CHANGE: BlocklistChange = {
  id: '1-0-x',
  atMs: 1,
  list: GLOBAL_LIST,
  changes: [{ feature: 'fly', before: FREE, after: BLOCKED }],
  total: 1,
  actor: 'Alex',
  source: 'game',
  reason: undefined,
  undoes: [],
  batch: undefined,
};

const locate = (change: Partial<BlocklistChange>): LocatedChange => ({
  entryId: '1-0',
  stream: 's',
  change: { ...CHANGE, ...change },
});

function contentOf(...changes: Partial<BlocklistChange>[]): string {
  const { body } = createDiscordMessage(changes.map(locate));
  const { content, allowed_mentions: mentions } = JSON.parse(body) as Record<string, unknown>;
  expect(mentions).toEqual({ parse: [] });
  return String(content);
}

describe("a message in Discord's form", () => {
  it('describes each change in a line', () => {
    const timed = { feature: 'fly', before: FREE, after: blockedUntil(1_767_225_600_000) };
    const freed = { feature: 'zoom', before: BLOCKED, after: FREE };
    const many = Array.from({ length: 20 }, (_, index) => ({
      ...timed,
      feature: `${index}`,
      after: BLOCKED,
    }));
    const lines = contentOf(
      { reason: 'tournament' },
      { list: clientList('my-mod'), changes: [timed], source: 'console' },
      { changes: [freed], undoes: ['0-0-x'] },
      { changes: [timed, freed], total: 2, source: 'command-line' },
      { changes: many, total: 3000, actor: 'direct write', source: 'direct' },
    ).split('\n');
    expect(lines).toEqual([
      '**global** fly: free → blocked by Alex (game): tournament',
      '**client:my-mod** fly: free → blocked until <t:1767225600:f> by Alex (console)',
      '**global** zoom: blocked → free by Alex (game, undo)',
      '**global** fly, zoom: free → blocked until <t:1767225600:f>; blocked → free by Alex (command-line)',
      '**global** 0, 1, 2, 3, 4 and 2995 more: free → blocked by direct write (direct)',
    ]);
  });

  it('lets no name or reason format the message, forge a line, or mention anybody', () => {
    const reason = '**x** [y](https://evil.example) <@1> ||s|| `c` \\* \n# title \u202e@everyone';
    const content = contentOf({ reason, changes: [{ feature: '_a_', before: FREE, after: BLOCKED }] });
    expect(content).toContain(String.raw`\_a\_: free`);
    const described = content.slice(content.indexOf('(game): ') + '(game): '.length);
    expect(described.replace(/\\[^0-9A-Za-z\s]/g, '')).not.toMatch(/[\\*_~`|<>#[\]\n\u202e]/);
  });

  it('leaves the links of a reason as they are', () => {
    const link = 'https://forum.example/a_b/c__d?e=f_g#h-i';
    const content = contentOf({ reason: `see ${link}, *not* (${link})` });
    expect(content).toContain(String.raw`see ${link}, \*not\* (${link})`);
  });

  it.each(['x', '*', '\u{1f600}', '\u202e'])(
    'never has more than 2,000 characters, made of %j',
    (character) => {
      const name = character.repeat(128);
      const changes = [{ feature: name, before: FREE, after: BLOCKED }];
      const long = { changes, list: clientList(name), actor: name, reason: character.repeat(500) };
      const huge = { ...long, changes: Array.from({ length: 6 }, () => changes).flat(), total: 6 };
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

it('a message in JSON has changes of at most 50 features, or one change of more', () => {
  const change = (features: number): LocatedChange => {
    const changes = Array.from({ length: features }, (_, index) => ({
      feature: `f-${index}`,
      before: FREE,
      after: BLOCKED,
    }));
    return locate({ changes, total: features });
  };
  let pending = [...Array.from({ length: 49 }, () => change(1)), change(2), change(1000), change(50)];
  const sizes: number[] = [];
  while (pending.length > 0) {
    const { body, changes } = createJsonMessage(pending);
    const { data } = JSON.parse(body) as { data: { changes: readonly object[] } };
    expect(data.changes).toHaveLength(changes.length);
    sizes.push(changes.length);
    pending = pending.slice(changes.length);
  }
  expect(sizes).toEqual([49, 1, 1, 1]);
});
