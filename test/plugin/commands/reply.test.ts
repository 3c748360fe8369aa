import { describe, expect, it } from '@jest/globals';
import { formatCount, formatDuration } from '../../../plugin/src/commands/format.ts';
import {
  isPresentable,
  listNames,
  plainText,
  presentName,
  reply,
} from '../../../plugin/src/commands/reply.ts';

describe('a reply', () => {
  it('sets names apart by commas, in quotes where they are more than a word', () => {
    expect(plainText(reply('answer', 'Blocked: ', ...listNames(['fly', 'x ray']), '.'))).toBe(
      'Blocked: fly, "x ray".',
    );
  });

  it.each([
    ['line\nbreak', String.raw`line\u000abreak`],
    ['§cred', String.raw`\u00a7cred`],
    ['zero\u200bwidth', String.raw`zero\u200bwidth`],
    ['half \ud800', String.raw`"half \\ud800"`],
  ])('spells out what cannot be seen in %j', (name, shown) => {
    expect(presentName(name)).toBe(shown);
    expect(isPresentable(name)).toBe(false);
  });

  it('shows other names as they are', () => {
    expect(['fly', 'ünïcödé', 'my-mod:fly/🚀'].map(presentName)).toEqual(['fly', 'ünïcödé', 'my-mod:fly/🚀']);
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
