import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TimePriorityQueue } from '../../shared/time-priority-queue.ts';

const number = fc.nat(12);
const step = fc.oneof(
  fc.record({ number, time: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(Infinity)) }),
  fc.record({ number, time: fc.constant(undefined) }),
);

describe('TimePriorityQueue', () => {
  it('returns the earliest time, and keys in the order of their times, after any sets and deletes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const numbers = new TimePriorityQueue<number>();
        const expected = new Map<number, number>();
        for (const { number, time } of steps) {
          if (time === undefined) numbers.delete(number);
          else numbers.set(number, time);
          if (time === undefined || time === Infinity) expected.delete(number);
          else expected.set(number, time);
          expect(numbers.earliest).toBe(Math.min(Infinity, ...expected.values()));
        }
        const inOrder = [...expected].sort(([, one], [, other]) => one - other);
        const timesOf = (keys: number[]) => keys.map((key) => expected.get(key));
        const taken = numbers.takeUntil(0);
        expect(new Set(taken)).toEqual(new Set(inOrder.flatMap(([key, time]) => (time <= 0 ? [key] : []))));
        expect(timesOf([...taken, ...numbers.takeUntil(9)])).toEqual(inOrder.map(([, time]) => time));
        expect([numbers.earliest, numbers.takeUntil(9)]).toEqual([Infinity, []]);
      }),
    );
  });
});
