import { describe, expect, it } from '@jest/globals';
import { describeError } from '../../shared/describe-error.ts';
import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import { quote } from '../../shared/quote.ts';

/** Ranges of code points that must never reach a log or a terminal unescaped. */
const HARMFUL: readonly (readonly [number, number, string])[] = [
  [0x00, 0x1f, 'C0'],
  [0x7f, 0x7f, 'DEL'],
  [0x80, 0x9f, 'C1'],
  [0xa7, 0xa7, 'the sign of a colour of Minecraft'],
  [0xad, 0xad, 'the soft hyphen'],
  [0x61c, 0x61c, 'the Arabic letter mark'],
  [0x200b, 0x200f, 'zero width, and the marks of direction'],
  [0x2028, 0x2029, 'the separators of lines and paragraphs'],
  [0x202a, 0x202e, 'bidirectional embeddings and overrides'],
  [0x2060, 0x2064, 'the word joiner, and invisible operators'],
  [0x2066, 0x2069, 'bidirectional isolates'],
  [0xd800, 0xdfff, 'halves of surrogate pairs'],
  [0xfeff, 0xfeff, 'the byte order mark'],
  [0xe0001, 0xe0001, 'the language tag'],
  [0xe0020, 0xe007f, 'tag characters'],
];

const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
const HARMFUL_CHARACTERS = HARMFUL.flatMap(([first, last]) => CHARACTERS.slice(first, last + 1));

describe('escapeUnprintable', () => {
  it('escapes every character that moves the cursor, breaks a line, changes a colour or a direction, or is invisible', () => {
    const raw = HARMFUL_CHARACTERS.filter(
      (character) => !/^a(?:\\u[0-9a-f]{4}){1,2}b$/.test(escapeUnprintable(`a${character}b`)),
    );
    expect(raw).toEqual([]);
  });

  it('does not change letters, marks, digits, punctuation, symbols or the space', () => {
    const harmful = new Set(HARMFUL_CHARACTERS);
    const printable = CHARACTERS.join(' ').match(/[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\p{Co}]/gu) ?? [];
    const text = printable.filter((character) => !harmful.has(character)).join('');
    expect(text.length).toBeGreaterThan(250_000);
    expect(escapeUnprintable(text) === text).toBe(true);
  });

  it('keeps the meaning of JSON, and changes nothing when applied again', () => {
    const text = CHARACTERS.join(' ');
    const escaped = escapeUnprintable(JSON.stringify(text));
    expect(JSON.parse(escaped) === text).toBe(true);
    expect(escapeUnprintable(escaped) === escaped).toBe(true);
  });

  it('escapes adjacent characters, and a surrogate pair as two code units', () => {
    expect(escapeUnprintable('\r\n\u009b31m')).toBe(String.raw`\u000d\u000a\u009b31m`);
    expect(escapeUnprintable('\u{e0041}')).toBe(String.raw`\udb40\udc41`);
    expect(escapeUnprintable('ünïcödé 🚀 ❤️')).toBe('ünïcödé 🚀 ❤️');
  });
});

it('quote marks where a text begins and ends', () => {
  expect(quote(String.raw`a "b" \c`)).toBe(String.raw`"a \"b\" \\c"`);
});

describe('describeError', () => {
  it('puts each frame of a stack on its own line, and the message on one line', () => {
    const lines = describeError(new TypeError('one\n    at two (three:1:2)\u001b[31m')).split('\n');
    expect(lines[0]).toBe(String.raw`TypeError: one\u000a    at two (three:1:2)\u001b[31m`);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.slice(1).every((line) => /^ {4}at \S/.test(line))).toBe(true);
  });

  it('returns one line if the stack does not contain the message', () => {
    const error = Object.assign(new Error('second'), { stack: 'Error: first\n    at a (b:1:2)' });
    expect(describeError(error)).toBe(String.raw`Error: first\u000a    at a (b:1:2)`);
    expect(describeError(Object.assign(new Error('m'), { stack: undefined }))).toBe('Error: m');
  });

  it('describes a value that is not an Error', () => {
    expect(describeError('a\u0085b')).toBe(String.raw`a\u0085b`);
    expect(describeError({ a: 1 }, (cause) => `${JSON.stringify(cause)}\n`)).toBe(String.raw`{"a":1}\u000a`);
  });
});
