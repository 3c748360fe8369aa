import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validators } from '../../../shared/protocol/validators.js';

const LONGEST = 128;

/** One UTF-16 code unit, a surrogate pair, or a lone surrogate: each counts as one character. */
const character = fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00');

describe('the length of a text', () => {
  it('is counted in code points of any kind [G13, G38]', () => {
    const text = fc.oneof(
      fc.array(character, { maxLength: 3 }),
      fc.array(character, { minLength: LONGEST - 4, maxLength: LONGEST + 4 }),
      fc.array(fc.constant('😀'), { minLength: LONGEST - 1, maxLength: LONGEST + 1 }),
    );
    fc.assert(
      fc.property(text, (characters) => {
        const joined = characters.join('');
        const { length } = Array.from(joined);
        expect(validators.requestId(joined)).toBe(length >= 1 && length <= LONGEST);
      }),
    );
  });
});
