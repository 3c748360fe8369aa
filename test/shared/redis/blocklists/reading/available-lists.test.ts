import { describe, expect, it } from '@jest/globals';
import type { RedisBlocklistStore } from '../../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { RedisError } from '../../../../../shared/redis/redis-error.ts';
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
    expect([early, late].map((each) => each.mirrorState().ageMs)).toEqual([undefined, 0]);
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

  it('answers from a list that was read while the query for the same list failed [G18]', async () => {
    const { redis, ask, connect } = setUpStore();
    redis.writeSilently('fc:blocklist:global', 'fly');
    const failures: ((cause: unknown) => void)[] = [];
    redis.smismember = () => new Promise((_, reject) => failures.push(reject));
    const answer = ask(['fly', 'zoom']);
    await connect();
    for (const fail of failures) fail(new RedisError('unreachable', 'no reply'));
    expect(await answer).toEqual(['fly']);
  });
});
