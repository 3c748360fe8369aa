import { describe, expect, it } from '@jest/globals';
import { RESYNC_MS, setUpStore, settle, SKEW_MS } from './store-under-test.ts';

const GLOBAL = 'fc:blocklist:global';
const UNTIL = 'fc:blocklist-until:{fc:blocklist:global}';
const UNTIL_PERSONAL = 'fc:blocklist-until:{fc:blocklist:client:my-mod}';

describe('timed blocks', () => {
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
    expect(redis.calls).toEqual([`READ ${GLOBAL}`]);
    time.advance(RESYNC_MS);
    await settle();
    expect(redis.calls.slice(1)).toEqual(['SCAN', `READ ${GLOBAL}`]);
    expect(time.pendingTimers).toBe(1);
  });

  it('are counted with the lists, and their clients are listed', async () => {
    const { update, redis, store, connect, inMs } = setUpStore();
    redis.writeSilently(GLOBAL, 'zoom');
    await connect();
    redis.writeScores(UNTIL, { fly: inMs(1000) });
    redis.writeScores(UNTIL_PERSONAL, { fly: inMs(1000) });
    await update();
    expect(store.sizes()).toMatchObject({ lists: 2, features: 3, globalFeatures: 2 });
    expect(store.countTimed()).toBe(2);
    expect(store.clientsStartingWith('my', 10)).toEqual(['my-mod']);
  });
});
