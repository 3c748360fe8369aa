import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isActive, nextChangeMs } from '../../../shared/rest/active-window.ts';

describe('isActive', () => {
  it.each([
    [{}, 5, true],
    [{ startsAt: 5 }, 4, false],
    [{ startsAt: 5 }, 5, true],
    [{ endsAt: 5 }, 4, true],
    [{ endsAt: 5 }, 5, false],
    [{ startsAt: 3, endsAt: 5 }, 2, false],
    [{ startsAt: 3, endsAt: 5 }, 3, true],
    [{ startsAt: 3, endsAt: 5 }, 5, false],
    [{ startsAt: 5, endsAt: 5 }, 5, false],
    [{ startsAt: 7, endsAt: 5 }, 6, false],
  ])('of %j at %d is %s [G6]', (window, nowMs, expected) => {
    expect(isActive(window, nowMs)).toBe(expected);
  });
});

describe('nextChangeMs', () => {
  const time = fc.integer({ min: 0, max: 50 });
  const window = fc.record({ startsAt: time, endsAt: time }, { requiredKeys: [] });

  it('comes before any change of isActive [G6]', () => {
    fc.assert(
      fc.property(window, time, (someWindow, nowMs) => {
        const untilMs = nextChangeMs(someWindow, nowMs);
        expect(untilMs).toBeGreaterThan(nowMs);
        for (let atMs = nowMs; atMs < Math.min(untilMs, 60); atMs++) {
          expect(isActive(someWindow, atMs)).toBe(isActive(someWindow, nowMs));
        }
      }),
    );
  });

  it('is Infinity for a window without limits', () => {
    expect(nextChangeMs({}, 0)).toBe(Infinity);
    expect(nextChangeMs({ startsAt: 3 }, 5)).toBe(Infinity);
    expect(nextChangeMs({ startsAt: 3, endsAt: 9 }, 2)).toBe(3);
    expect(nextChangeMs({ startsAt: 3, endsAt: 9 }, 3)).toBe(9);
  });
});
