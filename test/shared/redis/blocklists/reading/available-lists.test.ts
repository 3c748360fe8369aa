import { describe, expect, it } from '@jest/globals';
import { UPDATE_INTERVAL_MS } from '../../../../../shared/redis/mirror/mirrored.ts';
import type { RedisBlocklistStore } from '../../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { setUpStore, settle } from './store-under-test.ts';

const areListsAvailable = ({ available }: RedisBlocklistStore): Promise<boolean> =>
  Promise.race([available.then(() => true), settle().then(() => false)]);

describe('RedisBlocklistStore', () => {
  it('knows every list after the initial load, or at once if it has copied them from a loaded store', async () => {
    const { store, connect, createStore } = setUpStore();
    const [early, late] = [createStore(), createStore()];
    early.adopt(store);
    expect(await areListsAvailable(store)).toBe(false);
    await connect();
    late.adopt(store);
    expect([
      await areListsAvailable(store),
      await areListsAvailable(early),
      await areListsAvailable(late),
    ]).toEqual([true, false, true]);
    expect([early, late].map((each) => each.mirrorState().ageMs)).toEqual([undefined, UPDATE_INTERVAL_MS]);
  });

  it('waits for the lists of servers if the store that it has copied did not read them', async () => {
    const { store, connect } = setUpStore();
    await connect();
    const withServers = setUpStore({ withServers: true });
    withServers.store.adopt(store);
    expect(await areListsAvailable(withServers.store)).toBe(false);
    await withServers.connect();
    expect(await areListsAvailable(withServers.store)).toBe(true);
  });

  it('copies no lost lists of servers if it does not read those', async () => {
    const { redis, store, connect, createStore } = setUpStore({ withServers: true });
    redis.writeSilently('fc:blocklist:global', 'fly');
    redis.writeSilently('fc:blocklist:server:lobby', 'zoom');
    await connect();
    redis.listener.lost();
    redis.sets.clear();
    redis.process = 'second';
    await connect();
    const next = createStore(false);
    next.adopt(store);
    expect([store, next].map((each) => each.mirrorState().lost)).toEqual([2, 1]);
  });
});
