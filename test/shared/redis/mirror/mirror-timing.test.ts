import { describe, expect, it } from '@jest/globals';
import { deferred } from '../../../support/fakes/deferred.ts';
import { BATCH_SIZE, REVALIDATE_MS, setUp, settle } from './mirror-under-test.ts';

describe('a Mirror whose batch cannot be read', () => {
  it('reads every key of the batch again before it counts as loaded', async () => {
    const { connect, mirror, pass, redis, sets, state } = setUp();
    for (let key = 0; key < 2 * BATCH_SIZE + 1; key += 1) redis.writeSilently(`set:${key}`, 'a');
    state.failures = 3;
    await connect();
    expect(mirror.failure).toBe('no reply');
    expect(sets.isLoaded).toBe(false);
    await pass(50);
    expect(sets).toMatchObject({ isLoaded: true, isUpToDate: true, size: 2 * BATCH_SIZE + 1 });
    expect(mirror.failure).toBeUndefined();
  });

  it('reads fewer keys together until their values arrive within the time limit', async () => {
    const { connect, pass, redis, sets, state } = setUp();
    for (let key = 0; key < 2 * BATCH_SIZE + 1; key += 1) redis.writeSilently(`set:${key}`, 'a');
    state.together = 1;
    await connect();
    await pass(30_000, 50);
    expect(sets).toMatchObject({ isLoaded: true, isUpToDate: true, size: 2 * BATCH_SIZE + 1 });
  });

  it('pauses longer after each failure, up to a second, and retries immediately once changes are reported again', async () => {
    const { connect, pass, redis, sets, state } = setUp();
    redis.writeSilently('set:a', 'a');
    state.failures = 8;
    await connect();
    await pass(50 + 100 + 200 + 400 + 800 + 1000 + 999);
    expect(state.failures).toBe(1);
    await connect();
    expect([state.failures, sets.isLoaded]).toEqual([0, false]);
    await connect();
    expect(sets.isLoaded).toBe(true);
  });
});

describe('a Mirror of a key that changes during its read', () => {
  it('re-reads the key after that read, and marks it as stale until then', async () => {
    const { connect, redis, sets, state } = setUp();
    await connect();
    redis.calls.length = 0;
    const [first, second] = [deferred(), deferred()];
    state.held = first.promise;
    redis.write('set:a', 'a');
    await settle();
    redis.write('set:a', 'a', 'b');
    await settle();
    expect(redis.calls).toEqual(['SMEMBERS set:a']);
    state.held = second.promise;
    first.resolve();
    await settle();
    expect([sets.get('set:a'), sets.freshness('set:a')]).toEqual([1, 'stale']);
    expect(redis.calls).toEqual(['SMEMBERS set:a', 'SMEMBERS set:a']);
    second.resolve();
    await settle();
    expect([sets.get('set:a'), sets.freshness('set:a')]).toEqual([2, 'fresh']);
  });
});

describe('a Mirror of a value whose read takes long', () => {
  it('re-reads the value only after a cooldown, and other values in the meantime', async () => {
    const { connect, pass, redis, sets, state } = setUp();
    redis.writeSilently('set:large', 'a');
    redis.writeSilently('set:small', 'a');
    await connect();
    state.readingMs = 500;
    redis.write('set:large', 'a', 'b');
    await settle();
    state.readingMs = 0;
    redis.calls.length = 0;
    redis.write('set:large', 'a', 'b', 'c');
    redis.write('set:small', 'a', 'b');
    await pass(1999);
    expect(redis.calls).toEqual(['SMEMBERS set:small']);
    expect([sets.freshness('set:large'), sets.get('set:large')]).toEqual(['stale', 2]);
    await pass(1);
    expect([sets.freshness('set:large'), sets.get('set:large')]).toEqual(['fresh', 3]);
  });
});

describe('a Mirror with at most 20 updates a second', () => {
  it('shows a single change immediately, and many changes at most 20 times a second', async () => {
    const { connect, notified, pass, redis, sets } = setUp({ maxUpdatesPerSecond: 20 });
    redis.writeSilently('set:a', 'a');
    await connect();
    await pass(1000);
    notified.length = 0;
    redis.write('set:a', 'a', 'b');
    await settle();
    expect(notified).toEqual([new Set(['set:a'])]);
    await pass(1000);
    notified.length = 0;
    redis.calls.length = 0;
    for (let turn = 0; turn < 1000; turn += 1) {
      redis.write('set:a', ...Array.from({ length: (turn % 5) + 1 }, (_, index) => `name-${index}`));
      await pass(1);
    }
    expect(redis.calls.length).toBeLessThanOrEqual(20);
    expect(notified.length).toBeLessThanOrEqual(20);
    expect(notified.length).toBeGreaterThan(10);
    await pass(100);
    expect([sets.freshness('set:a'), sets.get('set:a')]).toEqual(['fresh', 5]);
  });
});

describe('a Mirror that revalidates', () => {
  const writeMany = ({ redis }: ReturnType<typeof setUp>, count: number): void => {
    for (let key = 0; key < count; key += 1) redis.writeSilently(`set:${key}`, 'a');
  };

  it('compares sizes if possible, and reads keys of different size', async () => {
    const test = setUp();
    writeMany(test, 30);
    await test.connect();
    test.redis.calls.length = 0;
    test.redis.writeSilently('set:7', 'a', 'b');
    await test.pass(REVALIDATE_MS, 1000);
    expect(test.redis.calls).toEqual(['SCAN', 'SCARD 30', 'SMEMBERS set:7']);
    expect(test.sets.get('set:7')).toBe(2);
  });

  it('otherwise reads batch after batch, with pauses in between', async () => {
    const test = setUp({}, false);
    writeMany(test, 30);
    await test.connect();
    test.redis.calls.length = 0;
    test.state.readingMs = 10;
    await test.pass(REVALIDATE_MS, 1000);
    expect(test.redis.calls.length).toBe(1 + BATCH_SIZE);
    await test.pass(39);
    expect(test.redis.calls.length).toBe(1 + BATCH_SIZE);
    await test.pass(1);
    expect(test.redis.calls.length).toBe(1 + 2 * BATCH_SIZE);
  });

  it('reads the remaining batches without pauses once it finds a missed change', async () => {
    const test = setUp({}, false);
    writeMany(test, 30);
    await test.connect();
    test.redis.calls.length = 0;
    test.state.readingMs = 10;
    test.redis.writeSilently('set:0', 'a', 'b');
    await test.pass(REVALIDATE_MS, 1000);
    expect(test.redis.calls.length).toBe(1 + 3 * BATCH_SIZE);
  });

  it('searches for missed changes of all kinds together, and without those that cannot be read', async () => {
    const test = setUp({}, false);
    let reply = Promise.resolve();
    test.mirror.add({
      name: 'others',
      prefixes: ['other:'],
      read: async (keys) => {
        await reply;
        return keys.map(() => ({ state: 'present', value: 1 }));
      },
    });
    for (const key of ['set:a', 'other:a']) test.redis.writeSilently(key, 'a');
    await test.connect();
    expect(test.mirror.isLoaded).toBe(true);
    const scans = () => test.redis.calls.splice(0).filter((call) => call === 'SCAN').length;
    expect(scans()).toBe(1);
    const slow = deferred();
    reply = slow.promise;
    await test.pass(3 * REVALIDATE_MS, 1000);
    expect(scans()).toBe(1);
    slow.resolve();
    await test.pass(REVALIDATE_MS, 1000);
    expect(scans()).toBe(1);
    test.state.failures = Infinity;
    await test.pass(3 * REVALIDATE_MS, 1000);
    expect(scans()).toBe(3);
  });

  it('reports a lost change feed until everything was read again', async () => {
    const { connect, mirror, redis, state } = setUp();
    redis.writeSilently('set:a', 'a');
    await connect();
    redis.listener.lost();
    const reply = deferred();
    state.held = reply.promise;
    await connect();
    expect(mirror.failure).toBe('The connection that reports changes was lost.');
    reply.resolve();
    await settle();
    expect(mirror.failure).toBeUndefined();
  });

  it('polls while changes are not reported', async () => {
    const { mirror, pass, redis, sets, time } = setUp({ pollMs: 1000 });
    redis.writeSilently('set:a', 'a');
    await pass(1000, 1000);
    expect(sets).toMatchObject({ isLoaded: true, isUpToDate: false });
    redis.writeSilently('set:a', 'a', 'b');
    await pass(1000, 1000);
    expect([sets.get('set:a'), sets.freshness('set:a')]).toEqual([2, 'stale']);
    time.advance(300);
    expect(mirror.state()).toMatchObject({ ageMs: 300, lagMs: 300 });
  });
});

describe('a closed Mirror', () => {
  it('has no timers', async () => {
    const { connect, mirror, redis, state, time } = setUp();
    await connect();
    state.failures = 1;
    redis.write('set:a', 'a');
    await settle();
    mirror.close();
    expect(time.pendingTimers).toBe(0);
  });
});
