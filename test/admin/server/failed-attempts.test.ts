import { describe, expect, it } from '@jest/globals';
import { addressOf, FailedAttempts } from '../../../admin/server/failed-attempts.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

describe('FailedAttempts', () => {
  it('delays each refusal of an address longer than the last, up to 5 s', () => {
    const attempts = new FailedAttempts(new ManualTime());
    const delays = Array.from({ length: 8 }, () => attempts.add('a')?.delayMs);
    expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    expect(attempts.add('b')?.delayMs).toBe(100);
    expect(attempts.total).toBe(9);
  });

  it('delays at most 8 refusals of an address at a time, and counts further ones', () => {
    const attempts = new FailedAttempts(new ManualTime());
    const waiting = Array.from({ length: 8 }, () => attempts.add('a'));
    expect(attempts.add('a')).toBeUndefined();
    expect(attempts.add('b')?.delayMs).toBe(100);
    waiting[0]?.done();
    expect(attempts.add('a')?.delayMs).toBe(5000);
    expect(attempts.total).toBe(11);
  });

  it('forgets an address without failures for ten minutes', () => {
    const time = new ManualTime();
    const attempts = new FailedAttempts(time);
    attempts.add('a');
    time.advance(599_999);
    expect(attempts.add('a')?.delayMs).toBe(200);
    time.advance(600_000);
    expect(attempts.add('a')?.delayMs).toBe(100);
  });

  it('remembers at most 10,000 addresses', () => {
    const attempts = new FailedAttempts(new ManualTime());
    for (let index = 0; index < 30_000; index++) attempts.add(`address ${index}`)?.done();
    expect(attempts.size).toBe(10_000);
    expect(attempts.add('address 29999')?.delayMs).toBe(200);
    expect(attempts.add('address 0')?.delayMs).toBe(100);
  });
});

describe('addressOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    [undefined, ''],
  ])('maps %s to %s', (remote, address) => {
    expect(addressOf(remote)).toBe(address);
  });
});
