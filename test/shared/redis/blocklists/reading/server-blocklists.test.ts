import { describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST, serverList } from '../../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../../../../shared/feature-control/entry-state.ts';
import { setUpStore } from './store-under-test.ts';

describe('blocklists of game servers', () => {
  it('are neither read nor counted if servers have no lists', async () => {
    const { redis, store, ask, connect } = setUpStore();
    redis.writeSilently('fc:blocklist:server:lobby', 'zoom');
    await connect();
    expect(ask(['zoom'], 'my-mod', 'lobby')).toEqual([]);
    expect(store.sizes()).toMatchObject({ lists: 0, features: 0 });
    expect(store.explain('my-mod', 'zoom', 'lobby').map(({ list }) => list)).toEqual([
      GLOBAL_LIST,
      clientList('my-mod'),
    ]);
  });

  it('are explained, each with whether it applies to the player', async () => {
    const { redis, store, connect } = setUpStore({ withServers: true });
    redis.writeSilently('fc:blocklist:server:lobby', 'zoom');
    redis.writeSilently('fc:blocklist:server:arena', 'zoom');
    await connect();
    expect(store.explain('my-mod', 'zoom', 'lobby')).toEqual([
      { list: GLOBAL_LIST, state: FREE, applies: true },
      { list: clientList('my-mod'), state: FREE, applies: true },
      { list: serverList('lobby'), state: BLOCKED, applies: true },
      { list: serverList('arena'), state: BLOCKED, applies: false },
    ]);
  });
});
