import { describe, expect, it } from '@jest/globals';
import { setUpStore, settle } from './store-under-test.ts';

const GLOBAL = 'fc:blocklist:global';
const TIMED = `fc:blocklist-until:{${GLOBAL}}`;
const PERSONAL = 'fc:blocklist:client:my-mod';

describe('RedisBlocklistStore', () => {
  it('knows nothing before the lists are found, and then each list as soon as it is read [G18]', async () => {
    const { redis, ask } = setUpStore();
    redis.writeSilently(GLOBAL, 'fly');
    expect(ask(['fly'])).toBeUndefined();
    const read = redis.evaluate.bind(redis);
    redis.evaluate = async (script, keys, args) =>
      keys.includes(PERSONAL) ? await new Promise(() => undefined) : await read(script, keys, args);
    for (let index = 0; index < 20; index += 1) redis.writeSilently(`fc:blocklist:client:${index}`, 'zoom');
    redis.writeSilently(PERSONAL, 'minimap');
    redis.listener.anythingMayHaveChanged();
    await settle();
    expect([ask(['fly']), ask(['fly', 'zoom'], '1'), ask(['fly'], 'without')]).toEqual([
      undefined,
      ['fly', 'zoom'],
      ['fly'],
    ]);
  });

  it('reads and reports a list once if both of its keys change', async () => {
    const { redis, ask, changes, connect, inMs, update } = setUpStore();
    redis.writeSilently(GLOBAL, 'fly');
    await connect();
    redis.sets.delete(GLOBAL);
    redis.sortedSets.set(TIMED, new Map([['fly', inMs(1000)]]));
    redis.listener.keysChanged([GLOBAL, TIMED]);
    await settle();
    await update();
    expect(redis.calls).toEqual([`READ ${GLOBAL}`, 'TIME']);
    expect([changes, ask(['fly'])]).toEqual([[[GLOBAL]], ['fly']]);
  });

  it('keeps the last known part of a list of which one key has another type, and serves the other [G26]', async () => {
    const { redis, ask, connect, inMs, logger, store, update } = setUpStore();
    redis.writeSilently(GLOBAL, 'fly');
    await connect();
    redis.sets.set(GLOBAL, null);
    redis.writeScores(TIMED, { zoom: inMs(60_000) });
    await update();
    expect(ask(['fly', 'zoom'])).toEqual(['fly', 'zoom']);
    expect(store.mirrorState().rejected).toBe(1);
    redis.sortedSets.set(TIMED, null);
    redis.write(GLOBAL, 'map');
    await update();
    expect(ask(['fly', 'zoom', 'map'])).toEqual(['zoom', 'map']);
    expect(logger.at('warn')).toEqual([
      `Rejected "${GLOBAL}": It should be a set, and holds another type: its last known value is kept.`,
      `Rejected "${GLOBAL}", "${TIMED}": It should be a sorted set, and holds another type: its last known value is kept.`,
    ]);
    redis.writeScores(TIMED, {});
    await update();
    expect([ask(['zoom', 'map']), store.mirrorState().rejected]).toEqual([['map'], 0]);
  });
});
