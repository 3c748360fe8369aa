import { describe, expect, it } from '@jest/globals';
import { ExpiringKeys } from '../../../../shared/redis/mirror/expiring-keys.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';

describe('ExpiringKeys', () => {
  it('hands out each key once, when it has expired', () => {
    const time = new ManualTime();
    const expiring = new ExpiringKeys(time);
    expiring.set('a', 100);
    expiring.set('b', 50);
    expiring.set('never', undefined);
    expect([expiring.waitMs(), expiring.takeExpired()]).toEqual([50, []]);
    time.advance(50);
    expect([expiring.takeExpired(), expiring.takeExpired()]).toEqual([['b'], []]);
    time.advance(60);
    expect([expiring.takeExpired(), expiring.waitMs()]).toEqual([['a'], Infinity]);
  });

  it('counts the time that was set last', () => {
    const time = new ManualTime();
    const expiring = new ExpiringKeys(time);
    for (const key of ['longer', 'for ever', 'shorter']) expiring.set(key, 100);
    expiring.set('longer', 200);
    expiring.set('for ever', undefined);
    expiring.set('shorter', 10);
    time.advance(10);
    expect(expiring.takeExpired()).toEqual(['shorter']);
    expect(expiring.waitMs()).toBe(190);
  });
});
