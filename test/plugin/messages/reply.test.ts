import { describe, expect, it } from '@jest/globals';
import { isPresentable, quoteWord, reply } from '../../../plugin/src/messages/reply.ts';
import { names } from '../../../plugin/src/messages/formats.ts';
import { plainText } from '../../../plugin/src/messages/plain-text.ts';

describe('a reply', () => {
  it('separates names by commas, and puts those of several words in quotes', () => {
    expect(plainText(reply('answer', ['Blocked: ', names(['fly', 'x ray']), '.']))).toBe(
      'Blocked: fly, "x ray".',
    );
  });

  it.each(['line\nbreak', '§cred', 'zero\u200bwidth', 'half \ud800', 'back\u202ewards', '\u009b31m'])(
    'offers no name for completion that must be escaped: %j',
    (name) => {
      expect(isPresentable(name)).toBe(false);
    },
  );

  it('shows other names unchanged', () => {
    expect(['fly', 'ünïcödé', 'my-mod:fly/🚀'].map(quoteWord)).toEqual(['fly', 'ünïcödé', 'my-mod:fly/🚀']);
    expect(isPresentable('ünïcödé 🚀')).toBe(true);
  });
});
