import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { withTimeout } from '../../../shared/with-timeout.ts';
import { eventually } from '../../support/eventually.ts';
import { firstOwnerOf } from '../../support/redis/redis-cluster.ts';
import {
  reachableServers,
  sendToEach,
  startClusterStore,
  startServerStore,
} from '../../support/redis/redis-stores.ts';
import type { ClusterStore, RedisStore } from '../../support/redis/redis-stores.ts';
import { uniquePrefix } from '../../support/redis/redis.ts';
import { BAD, BAD_PART, MirroredSets } from './mirrored-sets.ts';

const START_TIMEOUT_MS = 60_000;
const timers = new NodeTimers();

describe.each<[string, () => Promise<RedisStore>, maxInitialReads: number]>([
  ['a server', startServerStore, 1],
  // If a further server begins to report changes during the initial load, everything is read again.
  ['a cluster', startClusterStore, 2],
])('Mirror over ioredis, of %s,', (_, start, maxInitialReads) => {
  let store: RedisStore;
  let prefix: string;
  let mirror: MirroredSets;
  let set: string;
  let record: string;
  let single: string;

  beforeAll(async () => {
    store = await start();
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await store.stop();
  });

  beforeEach(async () => {
    // The prefix contains special characters of patterns.
    prefix = `${uniquePrefix()}[*]?:`;
    [set, record, single] = ['set:one', 'record:one', 'single'].map((name) => prefix + name) as [
      string,
      string,
      string,
    ];
    await write(set, 'a', 'b');
    await write(record, 'a');
    await write(`${prefix}other`, 'a');
    mirror = await open();
  });

  afterEach(async () => {
    mirror.close();
    await flush();
  });

  /** Opens a mirror, and waits for the initial load. */
  const open = async (): Promise<MirroredSets> => {
    const opened = new MirroredSets(store.url, prefix);
    await opened.until(({ lagMs }) => lagMs === 0, 'the initial load');
    return opened;
  };

  /** Replaces a set in one step; deletes it if there are no members. */
  const write = async (key: string, ...members: string[]): Promise<void> => {
    const transaction = store.admin.multi().del(key);
    if (members.length > 0) transaction.sadd(key, ...members);
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
    await eventually(isBack, { withinMs: 30_000, what: 'Redis to be back' });
  };

  /** Excludes the error of a cluster without enough masters, which is unrelated to lost data. */
  const warnings = (): readonly string[] =>
    mirror.logger.at('warn').filter((warning) => !warning.includes('CLUSTERDOWN'));

  it('reads every key of its prefixes once, and notifies its listeners of all of them once they are loaded', async () => {
    const many = Array.from({ length: 300 }, (_unused, index) => `${prefix}record:${index}`);
    for (const key of many) await write(key, 'a');
    const another = await open();
    another.close();
    expect(another.mirror.state()).toMatchObject({ values: 302, rejected: 0, lost: 0 });
    expect([another.known(set), another.known(record), another.known(single)]).toEqual([
      ['a', 'b'],
      ['a'],
      undefined,
    ]);
    expect(another.reads.length).toBeLessThanOrEqual(maxInitialReads * 303);
    expect(another.notified.toSorted()).toEqual([set, record, ...many].sort());
  });

  it('shows added, changed, deleted and expired keys, and notifies its listeners of just these [G48]', async () => {
    const { length } = mirror.notified;
    await write(single, 'c');
    await mirror.shows(single, 'c');
    await write(record, 'a');
    await write(record, 'b', 'c');
    await mirror.shows(record, 'b', 'c');
    await write(set);
    await mirror.shows(set);
    await store.admin.pexpire(record, 50);
    await mirror.shows(record);
    await eventually(() => mirror.notified.length === length + 4, { what: 'the notifications' });
    expect(mirror.notified.slice(length).sort()).toEqual([record, record, set, single]);
  });

  it('keeps the last known value of a key of a wrong type, counts it, and logs it once [G26]', async () => {
    for (let time = 0; time < 2; time += 1) await store.admin.set(set, 'text');
    await mirror.until(({ rejected }) => rejected === 1, 'the wrong type');
    expect(mirror.known(set)).toEqual(['a', 'b']);
    await write(set, 'c');
    await mirror.shows(set, 'c');
    expect(mirror.mirror.state().rejected).toBe(0);
    expect(warnings()).toEqual([expect.stringContaining('should be a set')]);
  });

  it('omits an invalid value, counts it, and logs it once [G26]', async () => {
    await write(record, BAD);
    await mirror.shows(record);
    await write(record, BAD, 'a');
    await write(single, 'a');
    await mirror.shows(single, 'a');
    expect(mirror.mirror.state()).toMatchObject({ rejected: 1, values: 2 });
    expect(warnings()).toEqual([expect.stringContaining(': It is bad.')]);
    await write(record, 'b', BAD_PART);
    await mirror.shows(record, 'b', BAD_PART);
    expect(mirror.mirror.state()).toMatchObject({ rejected: 1, values: 3 });
    await write(record);
    await mirror.shows(record);
    expect(mirror.mirror.state()).toMatchObject({ rejected: 0, values: 2 });
  });

  it('finds changed, added and deleted keys that were not reported', async () => {
    mirror.isMuted = true;
    await write(set);
    await write(single, 'd');
    await write(record, 'b');
    await mirror.shows(set);
    await mirror.shows(single, 'd');
    await mirror.shows(record, 'b');
  });

  it('survives a cut connection, and shows what was changed in between', async () => {
    await cut();
    await write(set);
    await write(record, 'd');
    await mirror.shows(set);
    await mirror.shows(record, 'd');
    await mirror.until(({ lagMs }) => lagMs === 0, 'the connections to be back');
    expect([mirror.mirror.failure, mirror.mirror.state().lost, warnings()]).toEqual([undefined, 0, []]);
  });

  it('accepts another process that has kept the data', async () => {
    await restart({ empty: false });
    await write(single, 'c');
    await mirror.shows(single, 'c');
    await mirror.shows(set, 'a', 'b');
    expect([mirror.mirror.lostCount, warnings()]).toEqual([0, []]);
  });

  it('keeps values that were lost with a process, each until its key is written again, or until a flush', async () => {
    await restart({ empty: true });
    await mirror.until(({ lagMs, lost }) => lagMs === 0 && lost === 2, 'the loss to be found');
    expect(warnings()).toEqual([expect.stringContaining('without its data')]);
    await write(record, 'c');
    await mirror.shows(record, 'c');
    await cut();
    mirror.isMuted = true;
    await write(single, 'c');
    await mirror.shows(single, 'c');
    expect([mirror.known(set), mirror.mirror.lostCount]).toEqual([['a', 'b'], 1]);
    await flush();
    await mirror.until(({ lost, values }) => lost + values === 0, 'the deletion of all keys');
  });
});

describe('Mirror over ioredis, of a cluster of which one server comes back without its data,', () => {
  let store: ClusterStore;
  let mirror: MirroredSets;

  beforeAll(async () => {
    store = await startClusterStore();
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    mirror.close();
    await store.stop();
  });

  /** @returns a key that the server of this number serves */
  const keyOn = async (server: number): Promise<string> => {
    for (let attempt = 0; ; attempt += 1) {
      const key = `x:set:${attempt}`;
      if (firstOwnerOf(await store.admin.cluster('KEYSLOT', key)) === server) return key;
    }
  };

  it('keeps the data that the server has lost, and accepts deletions on the other servers', async () => {
    const [lost, deleted, left] = [await keyOn(0), await keyOn(1), await keyOn(2)];
    for (const key of [lost, deleted, left]) await store.admin.sadd(key, 'a');
    mirror = new MirroredSets(store.url, 'x:');
    await mirror.until(({ lagMs, values }) => lagMs === 0 && values === 3, 'the initial load');
    await store.topology.servers[0]?.restart({ empty: true });
    await store.admin.del(deleted);
    await mirror.until((state) => state.lagMs === 0 && state.lost === 1, 'the loss to be found');
    await mirror.shows(deleted);
    expect([mirror.known(lost), mirror.known(left)]).toEqual([['a'], ['a']]);
  });
});
