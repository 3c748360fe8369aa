import { describe, expect, it } from '@jest/globals';
import { isActive } from '../../../shared/rest/active-window.ts';

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
