import { describe, expect, it } from '@jest/globals';
import { RereadQueue } from '../../../../shared/redis/mirror/reread-queue.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';

function setUp() {
  const time = new ManualTime();
  const queue = new RereadQueue(time, Infinity);
  const take = (max = 2) => {
    const batch = queue.take(max);
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
    expect(queue.take(2)).toBeUndefined();
    changed.finish('different');
    expect(queue.isStale('c')).toBe(false);
    expect(take().keys).toEqual(['c']);
  });

  it('treats a key as stale until it was read without another change', () => {
    const { queue, take } = setUp();
    queue.markStale('a');
    const first = take();
    queue.markStale('a');
    expect(queue.take(2)).toBeUndefined();
    first.finish('different');
    expect(queue.isStale('a')).toBe(true);
    take().finish('failed');
    expect(queue.isStale('a')).toBe(true);
    take().finish('same');
    expect([queue.isStale('a'), queue.isEmpty]).toEqual([false, true]);
  });
});
