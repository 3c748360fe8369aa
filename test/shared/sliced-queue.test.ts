import { describe, expect, it } from '@jest/globals';
import { SlicedQueue } from '../../shared/sliced-queue.ts';
import type { Processed } from '../../shared/sliced-queue.ts';
import { ManualTime } from '../support/fakes/manual-time.ts';

/**
 * Starts a queue whose slices can be observed.
 * @param costMs duration of processing each item
 */
function start(costMs = 0, act: (item: number) => Processed = () => undefined) {
  const time = new ManualTime();
  const slices: number[][] = [];
  let spentMs = 0;
  const queue = new SlicedQueue<number>({
    clock: { epochMs: () => 0, monotonicMs: () => time.monotonicMs() + spentMs },
    timers: {
      after: (delayMs, action) =>
        time.after(delayMs, () => {
          slices.push([]);
          action();
        }),
    },
    processItem: (item) => {
      slices.at(-1)?.push(item);
      spentMs += costMs;
      return act(item);
    },
  });
  const sizes = () => slices.map(({ length }) => length);
  return { time, queue, slices, sizes };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a sliced queue', () => {
  it('processes an item once that is added several times, after the first delay', () => {
    const { time, queue, slices } = start();
    queue.add([1, 2], 50);
    time.advance(30);
    queue.add([2, 3], 50);
    time.advance(20);
    expect(slices).toEqual([[1, 2, 3]]);
    expect(time.pendingTimers).toBe(0);
  });

  it('processes at most 100 items in a slice, and lets other tasks run in between', () => {
    const { time, queue, sizes } = start();
    queue.add(numbers(250), 0);
    time.advance(0);
    expect(sizes()).toEqual([100, 100, 50]);
  });

  it('ends a slice after 3 ms, but processes at least one item', () => {
    const { time, queue, sizes } = start(2);
    queue.add(numbers(5), 0);
    time.advance(0);
    expect(sizes()).toEqual([2, 2, 1]);
  });

  it('continues after an item whose processing throws', () => {
    const { time, queue, sizes } = start(0, (item) => {
      if (item === 0) throw new Error('a failure');
    });
    queue.add(numbers(3), 0);
    expect(() => {
      time.advance(0);
    }).toThrow('a failure');
    time.advance(0);
    expect(sizes()).toEqual([1, 2]);
  });

  it('processes an item that is not ready again after a second, until it is', () => {
    let isReady = false;
    const { time, queue, slices } = start(0, (item) => (item === 1 && !isReady ? 'retry' : undefined));
    queue.add([0, 1, 2], 10);
    time.advance(10);
    expect(slices.splice(0)).toEqual([[0, 1, 2]]);
    time.advance(1000);
    expect(slices.splice(0).flat()).toEqual([1]);
    isReady = true;
    time.advance(1000);
    expect(slices.flat()).toEqual([1]);
    expect(time.pendingTimers).toBe(0);
  });

  it.each(['deleted', 'closed'])('does not process an item again that is %s', (how) => {
    const { time, queue, slices } = start(0, () => 'retry');
    queue.add([1], 0);
    time.advance(0);
    if (how === 'closed') queue.close();
    else queue.delete(1);
    expect(time.pendingTimers).toBe(0);
    time.advance(1000);
    expect(slices).toEqual([[1]]);
  });
});
