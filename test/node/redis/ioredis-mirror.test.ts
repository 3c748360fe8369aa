import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { createChangeFeed } from '../../../node/redis/mirroring/create-change-feed.ts';
import { SystemClock } from '../../../node/system-clock.ts';
import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { RedisBlocklistStore } from '../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { MirrorState } from '../../../shared/redis/mirror/mirror.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { withTimeout } from '../../../shared/with-timeout.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { IoredisRedisCommands } from '../../support/redis/ioredis-redis-commands.ts';
import { firstOwnerOf } from '../../support/redis/redis-cluster.ts';
import {
  reachableServers,
  sendToEach,
  startClusterStore,
  startServerStore,
} from '../../support/redis/redis-stores.ts';
import type { ClusterStore, RedisStore } from '../../support/redis/redis-stores.ts';
import { uniquePrefix } from '../../support/redis/redis.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';

const timers = new NodeTimers();

/** Opens the lists of a store, and waits for the initial load. */
async function openLists(url: string, keys: RedisKeys) {
  // A busy machine must not fail reads, which are counted.
  const endpoint = toRedisEndpoint(url, { commandTimeoutMs: 5000 });
  const redis = createRedisClient(endpoint, { name: 'lists', timers });
  const commands = new IoredisRedisCommands(redis);
  const logger = new RecordingLogger();
  const feed = createChangeFeed(redis, endpoint, { name: 'lists', timers, logger });
  const state = { isMuted: false, reads: 0 };
  const evaluate = commands.evaluate.bind(commands);
  commands.evaluate = async (...args) => {
    state.reads += 1;
    return await evaluate(...args);
  };
  const notified: string[] = [];
  const lists = new RedisBlocklistStore({
    commands,
    keys,
    timers,
    logger,
    clock: new SystemClock(),
    revalidateMs: 500,
    changed: (changed) => notified.push(...changed),
    changeFeed: {
      subscribe: (prefixes, listener) =>
        feed.subscribe(prefixes, {
          keysChanged: (changed) => {
            if (!state.isMuted) listener.keysChanged(changed);
          },
          anythingMayHaveChanged: () => {
            listener.anythingMayHaveChanged();
          },
          lost: () => {
            listener.lost();
          },
        }),
    },
  });
  lists.start();
  const known = (list: BlocklistName): string => [...lists.contents(list).keys()].sort().join();
  const until = async (holds: (state: MirrorState) => boolean, what: string): Promise<void> => {
    await eventually(() => holds(lists.mirrorState()), { what });
  };
  const shows = async (list: BlocklistName, ...features: string[]): Promise<void> => {
    await eventually(() => known(list) === features.join(), { what: `[${features.join()}]` });
  };
  await until(({ lagMs }) => lagMs === 0, 'the initial load');
  return {
    state,
    notified,
    lists,
    known,
    until,
    shows,
    /** Excludes the error of a cluster without enough masters, which is unrelated to lost data. */
    warnings: () => logger.at('warn').filter((warning) => !warning.includes('CLUSTERDOWN')),
    close: () => {
      lists.close();
      redis.disconnect();
    },
  };
}

type OpenedLists = Awaited<ReturnType<typeof openLists>>;

describe.each<[string, () => Promise<RedisStore>, maxInitialReads: number]>([
  ['a server', startServerStore, 1],
  // If a further server begins to report changes during the initial load, everything is read again.
  ['a cluster', startClusterStore, 2],
])('the mirror of the lists over ioredis, of %s,', (_, start, maxInitialReads) => {
  const [one, other, added] = ['one', 'other', 'added'].map(clientList) as [
    BlocklistName,
    BlocklistName,
    BlocklistName,
  ];
  let store: RedisStore;
  let keys: RedisKeys;
  let opened: OpenedLists;

  beforeAll(async () => {
    store = await start();
  });

  afterAll(async () => {
    await store.stop();
  });

  beforeEach(async () => {
    // The prefix contains special characters of patterns.
    keys = new RedisKeys(`${uniquePrefix()}[*]?:`);
    await write(one, 'a', 'b');
    await write(other, 'a');
    opened = await openLists(store.url, keys);
  });

  afterEach(async () => {
    opened.close();
    await flush();
  });

  /** Replaces a list in one step; deletes it if there are no features. */
  const write = async (list: BlocklistName, ...features: string[]): Promise<void> => {
    const key = keys.blocklistKey(list);
    const transaction = store.admin.multi().del(key);
    if (features.length > 0) transaction.sadd(key, ...features);
    await transaction.exec();
  };

  const flush = async (): Promise<void> => {
    await sendToEach(await store.masters(), 'FLUSHALL');
  };

  /** Closes every connection of the mirror. */
  const cut = async (): Promise<void> => {
    const servers = await reachableServers(store.servers);
    for (const type of ['normal', 'pubsub']) await sendToEach(servers, 'CLIENT', 'KILL', 'TYPE', type);
  };

  const restart = async (options: { readonly empty: boolean }): Promise<void> => {
    for (const server of await store.masters()) await server.restart(options);
    // A cluster without its masters rejects all commands, and commands sent in between may never be answered.
    const isBack = () =>
      withTimeout(store.admin.ping(), 1000, timers).then(
        () => true,
        () => false,
      );
    await eventually(isBack, { what: 'Redis to be back' });
  };

  it('reads every list once, and notifies its listeners of all of them once they are loaded', async () => {
    const many = Array.from({ length: 300 }, (_unused, index) => clientList(String(index)));
    for (const list of many) await write(list, 'a');
    await write(GLOBAL_LIST, 'a');
    const again = await openLists(store.url, keys);
    again.close();
    expect(again.lists.mirrorState()).toMatchObject({ values: 303, rejected: 0, lost: 0 });
    expect(again.state.reads).toBeLessThanOrEqual(maxInitialReads * 303);
    const all = [GLOBAL_LIST, one, other, ...many].map((list) => keys.blocklistKey(list));
    expect(again.notified.toSorted()).toEqual(all.sort());
  });

  it('shows added, changed, deleted and expired lists, and notifies its listeners of just these [G48]', async () => {
    const { notified, shows } = opened;
    const { length } = notified;
    await write(added, 'c');
    await shows(added, 'c');
    await write(other, 'a');
    await write(other, 'b', 'c');
    await shows(other, 'b', 'c');
    await write(one);
    await shows(one);
    await store.admin.pexpire(keys.blocklistKey(other), 50);
    await shows(other);
    await eventually(() => notified.length === length + 4, { what: 'the notifications' });
    const expected = [one, other, other, added].map((list) => keys.blocklistKey(list));
    expect(notified.slice(length).sort()).toEqual(expected.sort());
  });

  it('finds changed, added and deleted lists that were not reported', async () => {
    opened.state.isMuted = true;
    await write(one);
    await write(other, 'b');
    await write(added, 'd');
    await opened.shows(one);
    await opened.shows(other, 'b');
    await opened.shows(added, 'd');
  });

  it('survives a cut connection, and shows what was changed in between', async () => {
    await cut();
    await write(one);
    await write(other, 'd');
    await opened.shows(one);
    await opened.shows(other, 'd');
    await opened.until(({ lagMs }) => lagMs === 0, 'the connections to be back');
    expect([opened.lists.mirrorState().lost, opened.warnings()]).toEqual([0, []]);
  });

  it('accepts another process that has kept the data', async () => {
    await restart({ empty: false });
    await write(added, 'c');
    await opened.shows(added, 'c');
    await opened.shows(one, 'a', 'b');
    expect([opened.lists.mirrorState().lost, opened.warnings()]).toEqual([0, []]);
  });

  it('keeps lists that were lost with a process, each until its key is written again, or until a flush', async () => {
    await restart({ empty: true });
    await opened.until(({ lagMs, lost }) => lagMs === 0 && lost === 2, 'the loss to be found');
    expect(opened.warnings()).toEqual([expect.stringContaining('without its data')]);
    await write(other, 'c');
    await opened.shows(other, 'c');
    await cut();
    opened.state.isMuted = true;
    await write(added, 'c');
    await opened.shows(added, 'c');
    expect([opened.known(one), opened.lists.mirrorState().lost]).toEqual(['a,b', 1]);
    await flush();
    await opened.until(({ lost, values }) => lost + values === 0, 'the deletion of all lists');
  });
});

describe('the mirror of a cluster of which one server comes back without its data', () => {
  const keys = new RedisKeys('x:');
  let store: ClusterStore;
  let opened: OpenedLists;

  beforeAll(async () => {
    store = await startClusterStore();
  });

  afterAll(async () => {
    opened.close();
    await store.stop();
  });

  /** @returns a list that the server of this number serves */
  const listOn = async (server: number): Promise<BlocklistName> => {
    for (let attempt = 0; ; attempt += 1) {
      const list = clientList(String(attempt));
      if (firstOwnerOf(await store.admin.cluster('KEYSLOT', keys.blocklistKey(list))) === server) return list;
    }
  };

  it('keeps the data that the server has lost, and accepts deletions on the other servers', async () => {
    const [lost, deleted, left] = [await listOn(0), await listOn(1), await listOn(2)];
    for (const list of [lost, deleted, left]) await store.admin.sadd(keys.blocklistKey(list), 'a');
    opened = await openLists(store.url, keys);
    await store.topology.servers[0]?.restart({ empty: true });
    await store.admin.del(keys.blocklistKey(deleted));
    await opened.until((state) => state.lagMs === 0 && state.lost === 1, 'the loss to be found');
    await opened.shows(deleted);
    expect([opened.known(lost), opened.known(left)]).toEqual(['a', 'a']);
  });
});
