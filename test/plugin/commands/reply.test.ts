import { describe, expect, it } from '@jest/globals';
import { isPresentable, quoteWord, reply } from '../../../plugin/src/commands/reply.ts';
import { names } from '../../../plugin/src/messages/formats.ts';
import { plainText } from '../../../plugin/src/messages/plain-text.ts';

describe('a reply', () => {
  it('sets names apart by commas, in quotes where they are more than a word', () => {
    expect(plainText(reply('answer', ['Blocked: ', names(['fly', 'x ray']), '.']))).toBe(
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
