import { describe, expect, it } from '@jest/globals';
import { parseCoinsTrade } from '../../../shared/rest/coins-trade.ts';

const parse = (fields: Record<string, string>) => parseCoinsTrade(new Map(Object.entries(fields)));

describe('parseCoinsTrade', () => {
  it.each([
    ['1.25', 1.25],
    ['3', 3],
    ['-0.5', -0.5],
    ['1e-7', 1e-7],
    ['2.5E+3', 2500],
    ['-0', 0],
    ['0.1', 0.1],
  ])('reads the rate %s [D-TRADE-1]', (rate, expected) => {
    expect(parse({ rate, datetime: '1767225600000' })).toStrictEqual({
      rate: expected,
      datetime: 1767225600000,
    });
  });

  it.each(['', ' 1', '1 ', '0x10', '1_000', 'NaN', 'Infinity', '1e999', '.5', '5.', '+1', 'one', '1,5'])(
    'leaves out the rate "%s" [G32]',
    (rate) => {
      expect(parse({ rate, datetime: '7' })).toBeUndefined();
    },
  );

  it.each(['0', '-1', '9007199254740991', '-9007199254740991'])(
    'reads the datetime %s [D-TRADE-2]',
    (datetime) => {
      expect(parse({ rate: '1', datetime })).toStrictEqual({ rate: 1, datetime: Number(datetime) });
    },
  );

  it.each(['', '1.5', '1e3', '9007199254740992', '9223372036854775807', 'now', '2026-01-01'])(
    'leaves out the datetime "%s" [G32]',
    (datetime) => {
      expect(parse({ rate: '1', datetime })).toBeUndefined();
    },
  );
});
