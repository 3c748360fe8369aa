import { describe, expect, it } from '@jest/globals';
import { DEFAULT_LIMIT, parseLimit } from '../../../shared/rest/coins-trades-limit.ts';

describe('parseLimit', () => {
  it('returns 100 if none is given [G3]', () => {
    expect(parseLimit([])).toEqual({ ok: true, limit: DEFAULT_LIMIT });
    expect(DEFAULT_LIMIT).toBe(100);
  });

  it.each(['0', '-1', '2147483648', '99999999999999999999', '1.5', '', 'ten', 'NaN'])(
    'refuses "%s" with a sentence that says what fits [G3]',
    (text) => {
      expect(parseLimit([text])).toEqual({
        ok: false,
        reason: 'limit must be a whole number from 1 to 2147483647.',
      });
    },
  );

  it.each(['5.0', '1e2', '+5', '0x10', ' 5', '5 ', '٥', '5\n'])('refuses the spelling "%s" [G22]', (text) => {
    expect(parseLimit([text]).ok).toBe(false);
  });

  it('ignores leading zeros', () => {
    expect(parseLimit(['0010'])).toEqual({ ok: true, limit: 10 });
  });

  it('refuses a repeated limit, even twice the same [G3]', () => {
    expect(parseLimit(['5', '5'])).toEqual({ ok: false, reason: 'limit must be given once.' });
  });
});
