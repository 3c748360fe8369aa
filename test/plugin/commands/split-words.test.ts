import { describe, expect, it } from '@jest/globals';
import { splitWords } from '../../../plugin/src/commands/split-words.ts';
import { quoteWord } from '../../../plugin/src/messages/reply.ts';

describe('a line of words', () => {
  const wordsOf = (line: string): string[] => splitWords(line).words.map(({ text }) => text);

  it.each([
    ['', []],
    ['  fly   my-mod ', ['fly', 'my-mod']],
    ['"x-ray vision" my-mod:fly', ['x-ray vision', 'my-mod:fly']],
    [`'it''s'`, ['it', 's']],
    [String.raw`"a \"b\" \\ \c" back\slash`, [String.raw`a "b" \ \c`, String.raw`back\slash`]],
    ['""', ['']],
    ['in"side', ['in"side']],
  ])('%j has the words %j', (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });

  it.each([
    ['"fly', 'input.quote'],
    [String.raw`"fly\"`, 'input.quote'],
    ['"fly"my-mod', 'input.quote'],
    ['fly my-mod', undefined],
  ])('%j has the problem %j', (line, problem) => {
    expect(splitWords(line).words[0]?.problem?.key).toBe(problem);
  });

  it.each([
    ['', '', 0],
    ['fly', 'fly', 0],
    ['fly ', '', 4],
    ['fly "my m', 'my m', 4],
    ['fly "my ', 'my ', 4],
    ['"x ray" my', 'my', 8],
  ])('of %j the word %j is being typed, from %d on', (line, text, start) => {
    expect(splitWords(line).current).toMatchObject({ text, start });
  });

  it.each([
    'fly',
    'my-mod:fly',
    'x ray',
    `it's`,
    `'quoted'`,
    '"',
    String.raw`back\slash "quoted"`,
    '',
    'ünï 🚀',
  ])('contains the same word after quoting: %j', (name) => {
    expect(splitWords(`${quoteWord(name)} next`).words.map(({ text }) => text)).toEqual([name, 'next']);
  });
});
