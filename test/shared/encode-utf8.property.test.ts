import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeUtf8 } from '../../shared/encode-utf8.ts';
import { anyCharacter } from '../support/any-character.ts';

it('UTF-8 equals what Node writes for any text, including lone surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom('', '\ud800', '\udc00'), (text, lone) => {
      const both = `${text}${lone}`;
      expect(Buffer.from(encodeUtf8(both)).equals(Buffer.from(both, 'utf8'))).toBe(true);
    }),
  );
});
