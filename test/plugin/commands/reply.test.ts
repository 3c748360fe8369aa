import { describe, expect, it } from '@jest/globals';
import { formatCount, formatDuration } from '../../../plugin/src/commands/format.ts';
import { isPresentable, listNames, plainText, quoteWord, reply } from '../../../plugin/src/commands/reply.ts';

describe('a reply', () => {
  it('sets names apart by commas, in quotes where they are more than a word', () => {
    expect(plainText(reply('answer', 'Blocked: ', ...listNames(['fly', 'x ray']), '.'))).toBe(
      'Blocked: fly, "x ray".',
    );
  });

  it.each(['line\nbreak', '§cred', 'zero\u200bwidth', 'half \ud800', 'back\u202ewards', '\u009b31m'])(
    'offers no name for completion that is not shown as it is: %j',
    (name) => {
      expect(isPresentable(name)).toBe(false);
    },
  );

  it('shows other names as they are', () => {
    expect(['fly', 'ünïcödé', 'my-mod:fly/🚀'].map(quoteWord)).toEqual(['fly', 'ünïcödé', 'my-mod:fly/🚀']);
    expect(isPresentable('ünïcödé 🚀')).toBe(true);
  });
});

describe('figures', () => {
  it('have their thousands apart, and a noun that fits', () => {
    expect([0, 1, 2, 999, 1000, 1_234_567].map((count) => formatCount(count, 'list'))).toEqual([
      ...['0 lists', '1 list', '2 lists', '999 lists', '1,000 lists', '1,234,567 lists'],
    ]);
  });

  it('of times have the two units that matter', () => {
    expect([999, 1000, 61_500, 3_600_000, 7_260_000, 90_061_000].map(formatDuration)).toEqual([
      ...['0 s', '1 s', '1 min 1 s', '1 h', '2 h 1 min', '1 d 1 h'],
    ]);
  });
});
