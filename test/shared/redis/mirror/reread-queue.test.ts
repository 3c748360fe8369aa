import { describe, expect, it } from '@jest/globals';
import { RereadQueue } from '../../../../shared/redis/mirror/reread-queue.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';

function setUp(maxBatchSize = 2) {
  const time = new ManualTime();
  const queue = new RereadQueue(time, Infinity, maxBatchSize);
  const take = () => {
    const batch = queue.take();
    if (batch === undefined) throw new Error('there is nothing to read');
    return batch;
  };
  return { queue, take, time };
}

describe('RereadQueue', () => {
  it('re-reads a failed batch of a pass, including the last one', () => {
    const { queue, take } = setUp();
    queue.startPass(['a', 'b', 'c'], false);
    const first = take();
    expect(first.keys).toEqual(['a', 'b']);
    first.finish('same');
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(queue.waitMs()).toBe(0);
      const last = take();
      expect(last.keys).toEqual(['c']);
      expect([queue.waitMs(), queue.isPassComplete]).toEqual([Infinity, false]);
      last.finish('failed');
      expect(queue.isPassComplete).toBe(false);
    }
    take().finish('same');
    expect([queue.isPassComplete, queue.isEmpty, queue.waitMs()]).toEqual([true, true, Infinity]);
  });

  it('reads changed keys before the rest of a pass, and a pass that starts in between reads them again', () => {
    const { queue, take } = setUp();
    queue.startPass(['a', 'b', 'c'], false);
    queue.markStale('c');
    const changed = take();
    expect(changed.keys).toEqual(['c']);
    queue.startPass(['c'], false);
    expect(queue.take()).toBeUndefined();
    changed.finish('different');
    expect(queue.isStale('c')).toBe(false);
    expect(take().keys).toEqual(['c']);
  });

  it('reads half as many keys together after a failure, and gradually more again', () => {
    const { queue, take } = setUp(100);
    queue.startPass(
      Array.from({ length: 1000 }, (_, index) => `${index}`),
      false,
    );
    const failing = [take(), take(), take()];
    for (const batch of failing) batch.finish('failed');
    const sizes: number[] = [];
    for (const outcome of ['failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed'] as const) {
      const batch = take();
      sizes.push(batch.keys.length);
      batch.finish(outcome);
    }
    expect(sizes).toEqual([50, 25, 12, 6, 3, 1, 1]);
    sizes.length = 0;
    while (!queue.isPassComplete) {
      const batch = take();
      sizes.push(batch.keys.length);
      batch.finish('same');
    }
    expect(sizes.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 7, 9, 12]);
    expect(sizes).toContain(100);
    expect(Math.max(...sizes)).toBe(100);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1000);
  });

  it('treats a key as stale until it was read without another change', () => {
    const { queue, take } = setUp();
    queue.markStale('a');
    const first = take();
    queue.markStale('a');
    expect(queue.take()).toBeUndefined();
    first.finish('different');
    expect(queue.isStale('a')).toBe(true);
    take().finish('failed');
    expect(queue.isStale('a')).toBe(true);
    take().finish('same');
    expect([queue.isStale('a'), queue.isEmpty]).toEqual([false, true]);
  });
});
