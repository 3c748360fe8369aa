import { describe, expect, it } from '@jest/globals';
import { endAfter, endAt, startAt } from '../../../shared/feature-control/block-end.ts';
import type { BlockEnd } from '../../../shared/feature-control/block-end.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTE = 60_000;

const at = (date: string): BlockEnd => endAt(date, NOW);
const until = (iso: string): BlockEnd => ({ ok: true, value: Date.parse(iso) });

describe('the end of a timed block', () => {
  it.each([
    ['30m', 30 * MINUTE],
    ['2h30m', 150 * MINUTE],
    ['7d', 7 * 24 * 60 * MINUTE],
    ['1w', 7 * 24 * 60 * MINUTE],
    ['90s', 90_000],
    [' 1D ', 24 * 60 * MINUTE],
    ['1w2d3h4m5s', (((7 + 2) * 24 + 3) * 60 + 4) * MINUTE + 5000],
    ['3650d', 3650 * 24 * 60 * MINUTE],
  ])('after %j', (duration, lengthMs) => {
    expect(endAfter(duration, NOW)).toEqual({ ok: true, value: NOW + lengthMs });
  });

  it.each(['', '0', '30', '0m', '-5m', '1.5h', '30m2h', '5m5m', '1y', 'm', '30 m', '∞', '1e9d', '٣m'])(
    'is not understood after %j',
    (duration) => {
      expect(endAfter(duration, NOW)).toEqual({ ok: false, problem: 'no-duration' });
    },
  );

  it.each([
    ['2026-12-01T18:00Z', '2026-12-01T18:00:00Z'],
    ['2026-12-01t18:00:00.123z', '2026-12-01T18:00:00.123Z'],
    ['2026-12-01T18:00:00.1239Z', '2026-12-01T18:00:00.123Z'],
    ['2026-12-01T18:00:00.5Z', '2026-12-01T18:00:00.500Z'],
    ['2026-12-01T18:00+02:00', '2026-12-01T16:00:00Z'],
    ['2026-12-01T18:00-0530', '2026-12-01T23:30:00Z'],
    ['2026-12-01', '2026-12-01T00:00'],
    ['2026-12-01 18:00', '2026-12-01T18:00'],
    ['2028-02-29T00:00:30', '2028-02-29T00:00:30'],
  ])('at %j, in the time zone of the machine by default', (date, iso) => {
    expect(at(date)).toEqual(until(iso));
  });

  it.each([
    ['18:00', 'next', [2026, 10, 22, 18, 0]],
    ['9:05', 'next', [2026, 10, 23, 9, 5]],
    ['12:00', 'next', [2026, 10, 23, 12, 0]],
    ['today 18:00', 'next', [2026, 10, 22, 18, 0]],
    ['Tomorrow  9:00', 'next', [2026, 10, 23, 9, 0]],
    ['18:00', 'last', [2026, 10, 21, 18, 0]],
    ['12:00', 'last', [2026, 10, 22, 12, 0]],
    ['yesterday 23:59', 'last', [2026, 10, 21, 23, 59]],
  ] as const)(
    'at %j, the %s time that the clock of the machine shows it',
    (text, which, [y, m, d, h, min]) => {
      const noon = new Date(2026, 10, 22, 12).getTime();
      const parsed = which === 'next' ? endAt(text, noon) : startAt(text, noon);
      expect(parsed).toEqual({ ok: true, value: new Date(y, m, d, h, min).getTime() });
    },
  );

  it('is rejected today, if it is over', () => {
    expect(endAt('today 11:59', new Date(2026, 10, 22, 12).getTime())).toEqual({
      ok: false,
      problem: 'past',
    });
  });

  it.each([
    '',
    'tomorrow',
    '2026-12',
    '24:00',
    'now 18:00',
    '2026-12-01T',
    '2026-12-01T18',
    '26-12-01T18:00',
    '1796000000000',
  ])('is rejected in an unknown format: %j', (date) => {
    expect(at(date)).toEqual({ ok: false, problem: 'no-date' });
  });

  it.each([
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-12-01T24:00',
    '2026-12-01T18:60',
    '2026-12-01T18:00+99:00',
  ])('is rejected if the date does not exist: %j', (date) => {
    expect(at(date)).toEqual({ ok: false, problem: 'no-such-date' });
  });

  it('is neither past nor too far away', () => {
    expect(at('2026-11-22T12:00Z')).toEqual({ ok: false, problem: 'past' });
    expect(at('1970-01-01')).toEqual({ ok: false, problem: 'past' });
    expect(at('9999-12-31T23:59')).toEqual({ ok: false, problem: 'too-far' });
    expect(endAfter('999999999w', NOW)).toEqual({ ok: false, problem: 'too-far' });
  });
});
