import { describe, expect, it } from '@jest/globals';
import { selectBlockedFeatures } from '../../../../../shared/feature-control/blocked-features.ts';
import { RedisBlocklistStore } from '../../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { RedisKeys } from '../../../../../shared/redis/redis-keys.ts';
import { FakeRedis } from '../../../../support/fakes/fake-redis.ts';
import { ManualTime } from '../../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../../support/fakes/recording-logger.ts';
import { RESYNC_MS, settle, stateOf, whileTimePasses } from './store-under-test.ts';

const GLOBAL = 'fc:blocklist:global';
const PERSONAL = 'fc:blocklist:client:my-mod';

function setUp(sets: Readonly<Record<string, readonly string[]>> = {}) {
  const redis = new FakeRedis();
  for (const [key, members] of Object.entries(sets)) redis.writeSilently(key, ...members);
  const time = new ManualTime();
  const logger = new RecordingLogger();
  const store = new RedisBlocklistStore({
    commands: redis,
    changeFeed: redis,
    keys: new RedisKeys('fc:'),
    timers: time,
    clock: time,
    logger,
    revalidateMs: RESYNC_MS,
  });
  store.start();
  const ask = async (features: readonly string[], client = 'my-mod') => {
    const lists = await store.lookUp(client, features);
    return lists && selectBlockedFeatures(features, lists);
  };
  const connect = async () => {
    redis.listener.anythingMayHaveChanged();
    await settle();
    redis.calls.length = 0;
  };
  return { redis, time, logger, store, ask, connect };
}

describe('RedisBlocklistStore', () => {
  it('contains every list after the initial load, and sends no more queries', async () => {
    const { redis, store, ask, connect } = setUp({ [GLOBAL]: ['fly'], [PERSONAL]: ['minimap'] });
    await connect();
    expect(store.lookUp('my-mod', ['fly'])).not.toBeInstanceOf(Promise);
    expect(await ask(['minimap', 'zoom', 'fly'])).toEqual(['minimap', 'fly']);
    expect(await ask(['minimap', 'fly'], 'other')).toEqual(['fly']);
    expect(redis.calls).toEqual([]);
    expect(stateOf(store)).toMatchObject({ lists: 2, features: 2, isLoaded: true, lagMs: 0 });
  });

  it('reads more lists than one batch contains', async () => {
    const lists = Array.from({ length: 100 }, (_, index) => [`fc:blocklist:client:${index}`, [`f-${index}`]]);
    const { store, ask, connect } = setUp(Object.fromEntries(lists) as Record<string, string[]>);
    await connect();
    expect(stateOf(store)).toMatchObject({ lists: 100, features: 100, lagMs: 0 });
    expect(await ask(['f-99', 'f-1'], '99')).toEqual(['f-99']);
  });

  it('queries just the features of a request until the lists are loaded', async () => {
    const { redis, ask } = setUp({ [GLOBAL]: ['fly'], [PERSONAL]: ['minimap'] });
    expect(await ask(['minimap', 'fly', 'zoom'])).toEqual(['minimap', 'fly']);
    expect(redis.calls.sort()).toEqual([
      `SMISMEMBER ${PERSONAL}`,
      `SMISMEMBER ${GLOBAL}`,
      'ZMSCORE fc:blocklist-until:client:my-mod',
      'ZMSCORE fc:blocklist-until:global',
    ]);
  });

  it('shows an edit immediately while the list is still being read, and then from memory', async () => {
    const { redis, ask, connect } = setUp({ [GLOBAL]: ['fly'] });
    await connect();
    const release = redis.holdReads();
    redis.write(GLOBAL, 'zoom');
    await settle();
    expect(await ask(['fly', 'zoom'])).toEqual(['zoom']);
    release();
    await settle();
    redis.calls.length = 0;
    expect(await ask(['fly', 'zoom'])).toEqual(['zoom']);
    expect(redis.calls).toEqual([]);
  });

  it('re-reads a list that changed during its read, and never uses the older reply', async () => {
    const { redis, ask, connect } = setUp({ [GLOBAL]: ['fly'] });
    await connect();
    const release = redis.holdReads();
    redis.write(GLOBAL, 'zoom');
    await settle();
    redis.write(GLOBAL, 'freecam');
    release();
    await settle();
    expect(await ask(['fly', 'zoom', 'freecam'])).toEqual(['freecam']);
    expect(redis.calls).toEqual([`SMEMBERS ${GLOBAL}`, `SMEMBERS ${GLOBAL}`]);
  });

  it('reads only the list that changed', async () => {
    const { redis, connect } = setUp({ [GLOBAL]: ['fly'], [PERSONAL]: ['minimap'] });
    await connect();
    redis.write('fc:blocklist:client:other', 'zoom');
    await settle();
    expect(redis.calls).toEqual(['SMEMBERS fc:blocklist:client:other']);
  });

  it('removes a deleted list', async () => {
    const { redis, store, ask, connect } = setUp({ [PERSONAL]: ['minimap'] });
    await connect();
    redis.write(PERSONAL);
    await settle();
    expect(await ask(['minimap'])).toEqual([]);
    expect(store.sizes()).toMatchObject({ lists: 0, features: 0 });
  });

  it('returns undefined, not empty lists, while Redis was never reached [G18]', async () => {
    const { redis, time, ask } = setUp({ [GLOBAL]: ['fly'] });
    redis.reachable = false;
    expect(await whileTimePasses(time, ask(['fly']))).toBeUndefined();
  });

  it('answers from the last known lists while Redis is unreachable, and re-reads all of them afterwards [G18]', async () => {
    const { redis, ask, connect } = setUp({ [GLOBAL]: ['fly'], [PERSONAL]: ['minimap'] });
    await connect();
    redis.reachable = false;
    redis.listener.lost();
    expect(await ask(['fly', 'minimap'])).toEqual(['fly', 'minimap']);
    expect(await ask(['fly', 'minimap'], 'other')).toEqual(['fly']);
    redis.reachable = true;
    redis.writeSilently(GLOBAL);
    redis.writeSilently(PERSONAL, 'zoom');
    await connect();
    expect(await ask(['fly', 'minimap', 'zoom'])).toEqual(['zoom']);
  });

  it('retries a failed read', async () => {
    const { redis, time, ask } = setUp({ [GLOBAL]: ['fly'] });
    redis.reachable = false;
    redis.listener.anythingMayHaveChanged();
    await settle();
    redis.reachable = true;
    time.advance(1000);
    await settle();
    redis.calls.length = 0;
    expect(await ask(['fly'])).toEqual(['fly']);
    expect(redis.calls).toEqual([]);
  });

  it('logs once that Redis refuses reads of lists, and queries the features of each request in the meantime', async () => {
    const { redis, time, logger, ask } = setUp({ [GLOBAL]: ['fly'] });
    redis.refusal = "NOPERM this user has no permissions to run the 'scan' command";
    redis.listener.anythingMayHaveChanged();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await settle();
      time.advance(1000);
    }
    expect(await ask(['fly', 'zoom'])).toEqual(['fly']);
    expect(logger.at('warn')).toEqual([
      expect.stringMatching(/reads of blocklists: .*'scan' command/),
      expect.stringMatching(/reads of timed blocklists: .*'scan' command/),
    ]);
    redis.refusal = undefined;
    await settle();
    time.advance(1000);
    await settle();
    redis.calls.length = 0;
    expect(await ask(['fly', 'zoom'])).toEqual(['fly']);
    expect(redis.calls).toEqual([]);
  });

  it('omits a key that is not a set, logs it once, and serves the rest [G26]', async () => {
    const { redis, logger, ask, connect } = setUp({ [GLOBAL]: ['fly'] });
    redis.sets.set(PERSONAL, null);
    await connect();
    redis.listener.keysChanged([PERSONAL]);
    await settle();
    expect(await ask(['fly', 'minimap'])).toEqual(['fly']);
    expect(logger.at('warn')).toEqual([expect.stringContaining(PERSONAL)]);
    redis.write(PERSONAL, 'minimap');
    await settle();
    expect(await ask(['fly', 'minimap'])).toEqual(['fly', 'minimap']);
  });

  it('keeps the last known list when its key becomes something else', async () => {
    const { redis, ask, connect } = setUp({ [GLOBAL]: ['fly'] });
    await connect();
    redis.sets.set(GLOBAL, null);
    redis.listener.keysChanged([GLOBAL]);
    await settle();
    expect(await ask(['fly'])).toEqual(['fly']);
  });

  it('repairs a missed change at the next revalidation, and reads no list of unchanged size', async () => {
    const { redis, time, ask, connect } = setUp({ [GLOBAL]: ['fly'], [PERSONAL]: ['minimap'] });
    await connect();
    redis.writeSilently(GLOBAL, 'fly', 'zoom');
    redis.writeSilently('fc:blocklist:client:new', 'freecam');
    time.advance(RESYNC_MS);
    await settle();
    expect(await ask(['zoom', 'freecam'], 'new')).toEqual(['zoom', 'freecam']);
    expect(redis.calls).toEqual([
      'SCAN',
      'SCARD 3',
      `SMEMBERS ${GLOBAL}`,
      'SMEMBERS fc:blocklist:client:new',
    ]);
  });

  it('continues to revalidate after a failed revalidation', async () => {
    const { redis, time, ask, connect } = setUp({ [GLOBAL]: ['fly'] });
    await connect();
    redis.reachable = false;
    time.advance(RESYNC_MS);
    await settle();
    redis.reachable = true;
    redis.writeSilently(GLOBAL);
    time.advance(RESYNC_MS);
    await settle();
    expect(await ask(['fly'])).toEqual([]);
  });

  it('waits for a cooldown after a slow read of a list, and queries Redis in the meantime', async () => {
    const { redis, time, ask, connect } = setUp({ [GLOBAL]: ['fly'] });
    await connect();
    const release = redis.holdReads();
    redis.write(GLOBAL, 'a');
    await settle();
    time.advance(500);
    release();
    await settle();
    redis.calls.length = 0;
    redis.write(GLOBAL, 'b');
    redis.write(GLOBAL, 'c');
    await settle();
    expect(await ask(['b', 'c'])).toEqual(['c']);
    expect(redis.calls).toEqual([`SMISMEMBER ${GLOBAL}`]);
    time.advance(2000);
    await settle();
    expect(redis.calls).toEqual([`SMISMEMBER ${GLOBAL}`, `SMEMBERS ${GLOBAL}`]);
  });

  it('has no timer and no subscription after it was closed', async () => {
    const { store, time, connect } = setUp({ [GLOBAL]: ['fly'] });
    await connect();
    store.close();
    expect(time.pendingTimers).toBe(0);
    time.advance(RESYNC_MS * 2);
    await settle();
    expect(time.pendingTimers).toBe(0);
  });
});
