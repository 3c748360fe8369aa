import { expect, it } from '@jest/globals';
import { RegistrationGuard } from '../../../plugin/src/bridges/registration-guard.ts';

it('registrations of a flooding player are rejected, and those of others are admitted', () => {
  const guard = new RegistrationGuard();
  const flood = (nowMs: number): number =>
    Array.from({ length: 500 }, () => guard.admits('a', nowMs)).filter(Boolean).length;
  expect(flood(10_000)).toBe(20);
  expect(guard.admits('b', 10_500)).toBe(true);
  expect(guard.admits('a', 10_999)).toBe(false);
  expect(flood(11_000)).toBe(20);
});
