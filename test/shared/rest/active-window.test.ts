import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isActive, spanAround } from '../../../shared/rest/active-window.ts';

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

describe('spanAround', () => {
  const time = fc.integer({ min: 0, max: 50 });
  const window = fc.record({ startsAt: time, endsAt: time }, { requiredKeys: [] });

  it('holds no change of isActive, neither before nor after [G6]', () => {
    fc.assert(
      fc.property(window, time, (someWindow, nowMs) => {
        const { sinceMs, untilMs } = spanAround(someWindow, nowMs);
        expect(untilMs).toBeGreaterThan(nowMs);
        expect(sinceMs).toBeLessThanOrEqual(nowMs);
        for (let atMs = Math.max(sinceMs, -10); atMs < Math.min(untilMs, 60); atMs++) {
          expect(isActive(someWindow, atMs)).toBe(isActive(someWindow, nowMs));
        }
      }),
    );
  });

  it('has no end where the window is open', () => {
    expect(spanAround({}, 0)).toEqual({ sinceMs: -Infinity, untilMs: Infinity });
    expect(spanAround({ startsAt: 3 }, 5)).toEqual({ sinceMs: 3, untilMs: Infinity });
    expect(spanAround({ startsAt: 3 }, 2)).toEqual({ sinceMs: -Infinity, untilMs: 3 });
  });
});
