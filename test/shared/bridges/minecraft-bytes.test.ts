import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MinecraftBytes } from '../../../shared/bridges/minecraft-bytes.ts';
import { encodeUtf8 } from '../../../shared/encode-utf8.ts';
import { anyCharacter } from '../../support/any-character.ts';

const bodyOf = (bytes: MinecraftBytes): Buffer => {
  const message = bytes.on('some:channel');
  return Buffer.from('body' in message ? message.body : []);
};
const hex = (bytes: MinecraftBytes): string => bodyOf(bytes).toString('hex');

describe('the writer of Minecraft’s types', () => {
  // From the public description of the protocol.
  it.each([
    [0, '00'],
    [1, '01'],
    [127, '7f'],
    [128, '8001'],
    [255, 'ff01'],
    [25_565, 'ddc701'],
    [2_097_151, 'ffff7f'],
    [2_147_483_647, 'ffffffff07'],
  ])('writes %i as a VarInt', (value, expected) => {
    expect(hex(new MinecraftBytes().varInt(value))).toBe(expected);
  });

  it('writes signed 32-bit integers in big-endian order', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(bodyOf(new MinecraftBytes().int(value)).readInt32BE()).toBe(value);
      }),
    );
  });

  it('writes booleans as one byte, bytes unchanged, and lists after their count', () => {
    const bytes = new MinecraftBytes().bool(true).bool(false).byte(0x1ff).raw([1, 2]);
    expect(hex(bytes.list(['a', 'bc'], (writer, text) => writer.utf(text)))).toBe('0100ff0102020161026263');
  });
});

describe('UTF-8', () => {
  it('equals what Node writes for any text, including lone surrogates', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.constantFrom('', '\ud800', '\udc00'),
        (text, lone) => {
          const both = `${text}${lone}`;
          expect(Buffer.from(encodeUtf8(both)).equals(Buffer.from(both, 'utf8'))).toBe(true);
        },
      ),
    );
  });
});
