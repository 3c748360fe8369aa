import { describe, expect, it } from '@jest/globals';
import { UPDATE_INTERVAL_MS } from '../../../../shared/redis/mirror/mirrored.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { deferred } from '../../../support/fakes/deferred.ts';
import { MAX_IN_FLIGHT, REVALIDATE_MS, setUp, settle } from './mirror-under-test.ts';

function setUpMany(count: number, ...options: Parameters<typeof setUp>) {
  const test = setUp(...options);
  for (let key = 0; key < count; key += 1) test.redis.writeSilently(`set:${key}`, 'a');
  return test;
}

describe('a Mirror with a value that cannot be read', () => {
  it('reads and serves the others, and retries this one alone, at most every 10 s', async () => {
    const { connect, mirror, pass, sets, state, takeReads } = setUpMany(3 * MAX_IN_FLIGHT);
    state.unreadable.add('set:7');
    await connect();
    expect(sets.isLoaded).toBe(false);
    await pass(50 + 100 + 200 + 400);
    expect([sets.isLoaded, sets.size, sets.isKnown('set:7')]).toEqual([true, 3 * MAX_IN_FLIGHT - 1, false]);
    expect([...sets.neverRead]).toEqual(['set:7']);
    expect(mirror.failure).toBe('no reply');
    await pass(8000, 10);
    takeReads();
    await pass(60_000, 100);
    const attempts = takeReads().filter((key) => key === 'set:7').length;
    expect(attempts).toBeGreaterThanOrEqual(6);
    expect(attempts).toBeLessThan(20);
    state.unreadable.clear();
    await pass(10_000, 100);
    expect([sets.get('set:7'), mirror.failure]).toEqual([1, undefined]);
  });

  it('pauses for up to a second if Redis refuses every read, which is logged once', async () => {
    const { connect, logger, pass, sets, state, takeReads } = setUpMany(1);
    state.unreadable.add('set:0');
    state.error = new RedisError('error-reply', 'NOPERM no permissions');
    await connect();
    await pass(50 + 100 + 200 + 400 + 800 + 1000 + 999);
    expect(takeReads()).toHaveLength(7);
    expect(logger.at('warn')).toEqual(['Redis refuses reads of sets: NOPERM no permissions']);
    state.unreadable.clear();
    await pass(1);
    expect(sets.isLoaded).toBe(true);
  });
});

it('a Mirror of a key that changes during its read reads it again after that read, never twice at a time, and other keys in the meantime', async () => {
  const { connect, pass, redis, sets, state, takeReads } = setUp();
  await connect();
  const [first, second] = [deferred(), deferred()];
  state.held = first.promise;
  redis.write('set:a', 'a');
  await settle();
  redis.write('set:a', 'a', 'b');
  state.held = Promise.resolve();
  await pass(UPDATE_INTERVAL_MS);
  redis.write('set:b', 'a');
  await pass(UPDATE_INTERVAL_MS);
  expect([takeReads(), sets.get('set:b')]).toEqual([['set:a', 'set:b'], 1]);
  state.held = second.promise;
  first.resolve();
  await settle();
  expect([sets.get('set:a'), takeReads()]).toEqual([1, ['set:a']]);
  second.resolve();
  await settle();
  expect(sets.get('set:a')).toBe(2);
});

it('a Mirror of a key that changes constantly reads it, and notifies listeners, at once and then in an interval', async () => {
  const { connect, notified, pass, redis, sets, takeReads } = setUp();
  redis.writeSilently('set:a', 'a');
  await connect();
  await pass(1000);
  notified.length = 0;
  redis.write('set:a', 'a', 'b');
  await settle();
  expect(notified).toEqual([new Set(['set:a'])]);
  takeReads();
  for (let turn = 0; turn < 1000; turn += 1) {
    redis.write('set:a', ...Array.from({ length: (turn % 7) + 1 }, (_, index) => `name-${index}`));
    await pass(1);
  }
  const most = 1000 / UPDATE_INTERVAL_MS;
  expect(takeReads().length).toBeLessThanOrEqual(most);
  expect(notified.length).toBeLessThanOrEqual(most + 1);
  expect(notified.length).toBeGreaterThan(most / 2);
  await pass(UPDATE_INTERVAL_MS);
  expect(sets.get('set:a')).toBe(6);
});

it('a Mirror after a flush believes the scan: it reads nothing that is not found, except what was written meanwhile', async () => {
  const { connect, redis, sets, takeReads } = setUpMany(10 * MAX_IN_FLIGHT);
  await connect();
  redis.sets.clear();
  takeReads();
  redis.listener.anythingMayHaveChanged();
  // Reported while the keys are being found, although the scan does not find it.
  redis.writeSilently('set:5', 'a', 'b');
  const scan = redis.keysStartingWith.bind(redis);
  redis.keysStartingWith = async (...args) => (await scan(...args)).filter((key) => key !== 'set:5');
  redis.listener.keysChanged(['set:5']);
  await settle();
  expect([...sets.entries()]).toEqual([['set:5', 2]]);
  expect(new Set(takeReads())).toEqual(new Set(['set:5']));
});

describe('a Mirror that is loading', () => {
  it('is loaded when the keys were found and read, even if another key changes before that', async () => {
    const { redis, sets } = setUpMany(1);
    const found = deferred();
    redis.keysStartingWith = async () => {
      await found.promise;
      return ['set:0'];
    };
    redis.listener.anythingMayHaveChanged();
    await settle();
    redis.write('set:changed', 'a');
    await settle();
    expect([sets.isLoaded, [...sets.keys()]]).toEqual([false, ['set:changed']]);
    found.resolve();
    await settle();
    expect([sets.isLoaded, [...sets.keys()]]).toEqual([true, ['set:changed', 'set:0']]);
  });

  it('counts a value that is reported before its turn as read only when its read has ended', async () => {
    const { connect, mirror, redis, sets, state } = setUpMany(MAX_IN_FLIGHT + 1);
    const [others, reported] = [deferred(), deferred()];
    state.held = others.promise;
    await connect();
    redis.write(`set:${MAX_IN_FLIGHT}`, 'a', 'b');
    state.held = reported.promise;
    others.resolve();
    await settle();
    expect([sets.size, sets.isLoaded, mirror.state().ageMs]).toEqual([MAX_IN_FLIGHT, false, undefined]);
    reported.resolve();
    await settle();
    expect([sets.isLoaded, sets.get(`set:${MAX_IN_FLIGHT}`)]).toEqual([true, 2]);
  });
});

describe('a Mirror of which a value is refreshed', () => {
  it('has read it afterwards, also if it was being read already', async () => {
    const { connect, redis, sets, state } = setUpMany(1);
    await connect();
    redis.writeSilently('set:0', 'a', 'b');
    await sets.refresh('set:0');
    expect(sets.get('set:0')).toBe(2);
    const held = deferred();
    state.held = held.promise;
    const refreshed = Promise.all([sets.refresh('set:0'), sets.refresh('set:1')]);
    redis.writeSilently('set:0', 'a', 'b', 'c');
    const again = sets.refresh('set:0');
    held.resolve();
    await Promise.all([refreshed, again]);
    expect([...sets.entries()]).toEqual([['set:0', 3]]);
  });

  it('does not wait for a Redis that cannot be reached any more', async () => {
    const { connect, mirror, redis, sets, state } = setUpMany(1);
    await connect();
    const held = deferred();
    state.held = held.promise;
    const refreshed = [sets.refresh('set:0'), sets.refresh('set:0')];
    redis.reachable = false;
    mirror.recordLostConnection();
    held.resolve();
    await Promise.all([...refreshed, sets.refresh('set:0')]);
    expect(sets.get('set:0')).toBe(1);
  });
});

describe('a Mirror that revalidates', () => {
  it('reads everything, with a pause after some values', async () => {
    const { connect, pass, redis, sets, takeReads } = setUpMany(3 * MAX_IN_FLIGHT);
    await connect();
    takeReads();
    redis.writeSilently('set:0', 'a', 'b');
    redis.writeSilently('set:1');
    await pass(REVALIDATE_MS, 1000);
    expect(takeReads()).toHaveLength(MAX_IN_FLIGHT);
    await pass(10);
    expect(takeReads()).toHaveLength(MAX_IN_FLIGHT);
    await pass(10);
    expect([sets.get('set:0'), sets.get('set:1')]).toEqual([2, undefined]);
  });

  it('polls while changes are not reported', async () => {
    const { mirror, pass, redis, sets, time } = setUp({ pollMs: 1000 });
    redis.writeSilently('set:a', 'a');
    await pass(1000, 1000);
    await pass(20);
    expect(sets.isLoaded).toBe(true);
    redis.writeSilently('set:a', 'a', 'b');
    await pass(1000, 1000);
    await pass(20);
    expect(sets.get('set:a')).toBe(2);
    time.advance(300);
    const { ageMs, lagMs } = mirror.state();
    expect(ageMs).toBeGreaterThanOrEqual(300);
    expect(lagMs).toBe(ageMs);
  });
});
