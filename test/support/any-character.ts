import { integer } from 'fast-check';

/**
 * Any code point, even half of a surrogate pair, as a unit of strings. Unlike the units of fast-check for
 * Unicode, it needs no table of all code points, which takes over a second of CPU time in each suite.
 */
export const anyCharacter = integer({ min: 0, max: 0x10ffff }).map(
  (code) => String.fromCodePoint(code),
  (text) => (text as string).codePointAt(0) ?? 0,
);

/** Any code point that UTF-8 can encode. */
export const wellFormedCharacter = anyCharacter.filter((text) => text.isWellFormed());
