import { describe, expect, it } from '@jest/globals';
import { withDeadline } from '../../shared/with-deadline.ts';
import { ManualTime } from '../support/fakes/manual-time.ts';

const DEADLINE_MS = 1500;
const never = new Promise<never>(() => undefined);

describe('a deadline', () => {
  it('settles like a promise that settles in time, and has no timer afterwards', async () => {
    const time = new ManualTime();
    expect(await withDeadline(Promise.resolve('answer'), DEADLINE_MS, time)).toBe('answer');
    const failed = withDeadline(Promise.reject(new Error('failed')), DEADLINE_MS, time);
    await expect(failed).rejects.toThrow('failed');
    expect(time.pendingTimers).toBe(0);
  });

  it('rejects at the deadline, and not before [G51]', async () => {
    const time = new ManualTime();
    const causes: Error[] = [];
    const settled = withDeadline(never, DEADLINE_MS, time).catch((cause: unknown) =>
      causes.push(cause as Error),
    );
    time.advance(DEADLINE_MS - 1);
    await new Promise(setImmediate);
    expect(causes).toEqual([]);
    time.advance(1);
    await settled;
    expect(causes).toEqual([new Error('No answer within 1500 ms')]);
  });

  it('ignores later results, including failures', async () => {
    const time = new ManualTime();
    let fail: (cause: Error) => void = () => undefined;
    const work = new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
    const settled = withDeadline(work, DEADLINE_MS, time);
    time.advance(DEADLINE_MS);
    fail(new Error('too late'));
    await expect(settled).rejects.toThrow('No answer within 1500 ms');
  });
});
