import { describe, expect, it } from '@jest/globals';
import { withTimeout } from '../../shared/with-timeout.ts';
import { ManualTime } from '../support/fakes/manual-time.ts';

const TIMEOUT_MS = 1500;
const never = new Promise<never>(() => undefined);

describe('a timeout', () => {
  it('settles like a promise that settles in time, and has no timer afterwards', async () => {
    const time = new ManualTime();
    expect(await withTimeout(Promise.resolve('answer'), TIMEOUT_MS, time)).toBe('answer');
    const failed = withTimeout(Promise.reject(new Error('failed')), TIMEOUT_MS, time);
    await expect(failed).rejects.toThrow('failed');
    expect(time.pendingTimers).toBe(0);
  });

  it('rejects after the timeout, and not before [G51]', async () => {
    const time = new ManualTime();
    const causes: Error[] = [];
    const settled = withTimeout(never, TIMEOUT_MS, time).catch((cause: unknown) =>
      causes.push(cause as Error),
    );
    time.advance(TIMEOUT_MS - 1);
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
    const settled = withTimeout(work, TIMEOUT_MS, time);
    time.advance(TIMEOUT_MS);
    fail(new Error('too late'));
    await expect(settled).rejects.toThrow('No answer within 1500 ms');
  });
});
