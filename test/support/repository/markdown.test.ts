import { describe, expect, it } from '@jest/globals';
import { anchors, inlineCode, linkTargets, shellLines, shellWords } from './markdown.ts';

const sample = [
  '# One, two `three`!',
  'Run `npm start` and see [the change log](CHANGELOG.md#top), not `[x](y)`.',
  '```sh',
  '# a comment',
  'npm run check -- \\',
  '  --client a   # why',
  '```',
  '```json',
  '{ "a": "[b](c)" }',
  '```',
].join('\n');

describe('reading Markdown', () => {
  it('finds the commands of shell fences', () => {
    expect(shellLines(sample)).toStrictEqual(['npm run check --    --client a   # why']);
  });

  it('finds code, links and anchors outside fences', () => {
    expect(inlineCode(sample)).toStrictEqual(['three', 'npm start', '[x](y)']);
    expect(linkTargets(sample)).toStrictEqual(['CHANGELOG.md#top']);
    expect(anchors(sample)).toStrictEqual(['one-two-three']);
  });
});

describe('splitting a command', () => {
  it.each([
    ['a  b c', ['a', 'b', 'c']],
    [`HSET k '{"a": "b c"}' x`, ['HSET', 'k', '{"a": "b c"}', 'x']],
    [`a "b \\"c\\" d"e`, ['a', 'b "c" de']],
    ["XADD k '*' a 1 # newest", ['XADD', 'k', '*', 'a', '1']],
    ["a '' b#c", ['a', '', 'b#c']],
    ['a\\ b', ['a b']],
  ])('%s', (line, words) => {
    expect(shellWords(line)).toStrictEqual(words);
  });
});
