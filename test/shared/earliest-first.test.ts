import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EarliestFirst } from '../../shared/earliest-first.ts';

const number = fc.nat(12);
const step = fc.oneof(
  fc.record({ number, time: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(Infinity)) }),
  fc.record({ number, time: fc.constant(undefined) }),
);

describe('EarliestFirst', () => {
  it('has the earliest of all times, whatever was set and deleted before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const numbers = new EarliestFirst<number>();
        const expected = new Map<number, number>();
        for (const { number, time } of steps) {
          if (time === undefined) numbers.delete(number);
          else numbers.set(number, time);
          if (time === undefined || time === Infinity) expected.delete(number);
          else expected.set(number, time);
          expect(numbers.earliest).toBe(Math.min(Infinity, ...expected.values()));
          const { first } = numbers;
          expect(first === undefined ? Infinity : expected.get(first)).toBe(numbers.earliest);
        }
      }),
    );
  });
});
