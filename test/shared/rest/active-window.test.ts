import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isActive, nextChangeOf } from '../../../shared/rest/active-window.ts';

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

describe('nextChangeOf', () => {
  const time = fc.integer({ min: 0, max: 50 });
  const window = fc.record({ startsAt: time, endsAt: time }, { requiredKeys: [] });

  it('comes no later than the next change of isActive [G6]', () => {
    fc.assert(
      fc.property(window, time, (someWindow, nowMs) => {
        const next = nextChangeOf(someWindow, nowMs);
        expect(next).toBeGreaterThan(nowMs);
        for (let atMs = nowMs; atMs < Math.min(next, 60); atMs++) {
          expect(isActive(someWindow, atMs)).toBe(isActive(someWindow, nowMs));
        }
      }),
    );
  });

  it('is never for a window that is open on both sides', () => {
    expect(nextChangeOf({}, 0)).toBe(Infinity);
  });
});
