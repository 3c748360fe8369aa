import { describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST, serverList } from '../../../../../shared/feature-control/blocklist-name.ts';
import { setUpStore, settle } from './store-under-test.ts';

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
    redis.writeScores('fc:blocklist-until:{fc:blocklist:server:arena}', { zoom: 5 });
    await settle();
    expect(store.explain('my-mod', 'zoom', 'lobby')).toEqual([
      { list: GLOBAL_LIST, isInSet: false, untilMs: undefined, applies: true },
      { list: clientList('my-mod'), isInSet: false, untilMs: undefined, applies: true },
      { list: serverList('lobby'), isInSet: true, untilMs: undefined, applies: true },
      { list: serverList('arena'), isInSet: true, untilMs: 5, applies: false },
    ]);
  });
});
