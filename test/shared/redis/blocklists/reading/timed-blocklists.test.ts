import { describe, expect, it } from '@jest/globals';
import { GLOBAL_LIST } from '../../../../../shared/feature-control/blocklist-name.ts';
import { RedisError } from '../../../../../shared/redis/redis-error.ts';
import { RESYNC_MS, setUpStore, settle, SKEW_MS } from './store-under-test.ts';

const GLOBAL = 'fc:blocklist:global';
const UNTIL = 'fc:blocklist-until:{fc:blocklist:global}';
const UNTIL_PERSONAL = 'fc:blocklist-until:{fc:blocklist:client:my-mod}';

describe('timed blocks', () => {
  it('block until their time by the clock of Redis, and end without a write', async () => {
    const { redis, time, ask, connect, changes, inMs } = setUpStore();
    await connect();
    redis.writeScores(UNTIL, { fly: inMs(5000) });
    await settle();
    expect(ask(['fly', 'zoom'])).toEqual(['fly']);
    expect(changes.splice(0)).toEqual([[GLOBAL]]);
    time.advance(4999);
    expect(ask(['fly', 'zoom'])).toEqual(['fly']);
    expect(changes).toEqual([]);
    time.advance(1);
    expect(changes).toEqual([[GLOBAL]]);
    expect(ask(['fly', 'zoom'])).toEqual([]);
    expect(redis.calls.filter((call) => call !== 'TIME')).toEqual([`ZSCAN ${UNTIL}`]);
  });

  it('follow changes of Redis’s clock', async () => {
    const { redis, time, ask, connect, changes, inMs } = setUpStore();
    await connect();
    redis.writeScores(UNTIL, { fly: inMs(60_000) });
    await settle();
    redis.nowMs = () => time.epochMs() + SKEW_MS + 120_000;
    changes.length = 0;
    time.advance(RESYNC_MS);
    await settle();
    expect(changes).toContainEqual([GLOBAL]);
    expect(ask(['fly'])).toEqual([]);
    redis.nowMs = () => time.epochMs() + SKEW_MS;
    time.advance(RESYNC_MS);
    await settle();
    expect(ask(['fly'])).toEqual(['fly']);
    time.advance(40_000);
    await settle();
    expect(ask(['fly'])).toEqual([]);
  });

  it('cost nothing if there are none', async () => {
    const { redis, time, ask, connect } = setUpStore();
    redis.writeSilently(GLOBAL, 'fly');
    await connect();
    redis.write(GLOBAL, 'fly', 'zoom');
    await settle();
    expect(ask(['fly', 'zoom'])).toEqual(['fly', 'zoom']);
    expect(redis.calls).toEqual([`SMEMBERS ${GLOBAL}`]);
    time.advance(RESYNC_MS);
    await settle();
    expect(redis.calls.slice(1)).toEqual(['SCAN', `SMEMBERS ${GLOBAL}`]);
    expect(time.pendingTimers).toBe(1);
  });

  it('are kept when Redis has lost them, and still end [G18]', async () => {
    const { redis, time, ask, connect, store, inMs } = setUpStore();
    await connect();
    redis.writeScores(UNTIL, { fly: inMs(5000) });
    await settle();
    redis.reachable = false;
    redis.listener.lost();
    expect(ask(['fly'])).toEqual(['fly']);
    redis.reachable = true;
    redis.process = 'another';
    redis.sortedSets.clear();
    await connect();
    expect(ask(['fly'])).toEqual(['fly']);
    expect(store.lostFeatures(GLOBAL_LIST)).toBe(1);
    expect(store.mirrorState().lost).toBe(1);
    time.advance(5000);
    expect(ask(['fly'])).toEqual([]);
    expect(store.lostFeatures(GLOBAL_LIST)).toBe(0);
  });

  it('keep the last known value if the key has another type, which is logged once [G26]', async () => {
    const { update, redis, logger, ask, connect, inMs } = setUpStore();
    await connect();
    redis.writeScores(UNTIL, { fly: inMs(5000) });
    await update();
    redis.sortedSets.set(UNTIL, null);
    redis.listener.keysChanged([UNTIL]);
    await update();
    expect(ask(['fly'])).toEqual(['fly']);
    expect(logger.at('warn')).toEqual([
      `Redis key "${UNTIL}" should be a sorted set, and holds another type: its last known value is kept`,
    ]);
  });

  it('are ignored with one warning if Redis does not allow reading them', async () => {
    const { update, redis, logger, ask, connect } = setUpStore();
    redis.writeSilently(GLOBAL, 'zoom');
    const refuse = () =>
      Promise.reject(new RedisError('error-reply', 'NOPERM no permissions to access a key'));
    Object.assign(redis, { zscan: refuse });
    await connect();
    for (const key of [UNTIL, UNTIL_PERSONAL]) redis.writeScores(key, { fly: Infinity });
    await update();
    expect(ask(['fly', 'zoom'])).toEqual(['zoom']);
    expect(logger.at('warn')).toEqual([
      expect.stringMatching(/^Redis refuses reads of timed blocks, which stay as last read: .*NOPERM/),
    ]);
  });

  it('stay as last read if an ACL forbids reading them later', async () => {
    const { update, redis, time, ask, changes, connect, inMs } = setUpStore();
    await connect();
    redis.writeScores(UNTIL, { fly: inMs(60_000) });
    await update();
    const refuse = () =>
      Promise.reject(new RedisError('error-reply', 'NOPERM no permissions to access a key'));
    Object.assign(redis, { zscan: refuse });
    redis.listener.keysChanged([UNTIL]);
    expect(ask(['fly', 'zoom'])).toEqual(['fly']);
    await update();
    changes.length = 0;
    time.advance(2 * RESYNC_MS);
    await update();
    expect(ask(['fly', 'zoom'])).toEqual(['fly']);
    expect(changes).toEqual([]);
    time.advance(60_000);
    await update();
    expect(ask(['fly', 'zoom'])).toEqual([]);
  });

  it('end by the clock of this machine if Redis does not allow TIME', async () => {
    const { redis, time, logger, ask, connect } = setUpStore();
    const refuse = () => Promise.reject(new RedisError('error-reply', 'NOPERM no permissions to run TIME'));
    Object.assign(redis, { time: refuse });
    await connect();
    redis.writeScores(UNTIL, { fly: time.epochMs() + 1000 });
    await settle();
    expect(ask(['fly'])).toEqual(['fly']);
    time.advance(1000);
    expect(ask(['fly'])).toEqual([]);
    expect(logger.at('warn')).toEqual([
      'Redis does not allow TIME: timed blocks end by the clock of this machine',
    ]);
  });

  it('are copied at a reload of the settings, and end while they are re-read', async () => {
    const { redis, time, store, connect, createStore, changes, inMs } = setUpStore();
    await connect();
    redis.writeScores(UNTIL, { fly: inMs(1000) });
    await settle();
    const next = createStore();
    next.adopt(store);
    store.close();
    const before = next.lastRead(undefined).has('fly');
    time.advance(1000);
    expect([before, next.lastRead(undefined).has('fly')]).toEqual([true, false]);
    expect(changes.at(-1)).toEqual([GLOBAL]);
  });

  it('are counted with the lists, and their clients are listed', async () => {
    const { update, redis, store, connect, inMs } = setUpStore();
    redis.writeSilently(GLOBAL, 'zoom');
    await connect();
    redis.writeScores(UNTIL, { fly: inMs(1000) });
    redis.writeScores(UNTIL_PERSONAL, { fly: inMs(1000) });
    await update();
    expect(store.sizes()).toMatchObject({ lists: 3, features: 3, globalFeatures: 2, timedFeatures: 2 });
    expect(store.clientsStartingWith('my', 10)).toEqual(['my-mod']);
  });
});
