import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClusterCommands } from '../../../plugin/src/cluster/cluster-commands.ts';
import { ClusterMap } from '../../../plugin/src/cluster/cluster-map.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { FakeCluster } from './fake-cluster.ts';

const LOOK_MS = 1000;
const at = (host: string): RedisNode => ({ host, port: 1 });
const range = (from: number, to: number, host: string) => ({ from, to, master: at(host) });
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a cluster of two masters', () => {
  let cluster: FakeCluster;
  let time: ManualTime;
  let map: ClusterMap;
  let commands: ClusterCommands;
  let told: string[];
  let masters: string[];

  /** Connects to whoever is tried and not connected. */
  const connectAll = async (): Promise<void> => {
    for (const server of cluster.servers.values()) if (!server.isUp) server.connect();
    await settle();
  };

  beforeEach(async () => {
    cluster = new FakeCluster();
    cluster.told = [range(0, 9, 'one'), range(10, 19, 'two')];
    time = new ManualTime();
    told = [];
    map = new ClusterMap({
      seeds: [at('seed')],
      openNode: cluster.openNode,
      slotOf: Number,
      timers: time,
      whole: () => told.push('whole'),
      broken: (cause) => told.push(String(cause)),
    });
    map.watchMasters((found) => {
      masters = found.map(({ host }) => host);
    });
    commands = new ClusterCommands(map);
    map.open();
    await connectAll();
    await connectAll();
  });

  it('is known by whoever is asked first, who is left when he serves nothing', () => {
    expect(told).toEqual(['whole']);
    expect(masters).toEqual(['one', 'two']);
    expect(cluster.server('seed').isClosed).toBe(true);
  });

  it('is asked by key, and all of it where no key is named', async () => {
    expect(await commands.smembers(['3'])).toEqual([new Set(['one'])]);
    expect(await commands.scard(['3', '12', '4'])).toEqual([3, 12, 4]);
    expect(await commands.keysStartingWith('x:')).toEqual(['x:one', 'x:both', 'x:two']);
    const processes = await commands.processes();
    expect([...processes.ids, processes.of('15')]).toEqual(['run of one', 'run of two', 'run of two']);
  });

  it('sends on what was moved, once, and looks who serves now', async () => {
    cluster.told = [range(0, 2, 'one'), range(3, 19, 'two')];
    cluster.server('one').refusals.set('3', 'MOVED 3 two:1');
    expect(await commands.smembers(['3'])).toEqual([new Set(['two'])]);
    await settle();
    expect(await commands.smembers(['3'])).toEqual([new Set(['two'])]);
    // With all keys that were his, and then by itself.
    expect(cluster.server('one').calls).toEqual(['SMEMBERS 3', 'SMEMBERS 3']);
    expect(cluster.server('two').calls).toEqual(['SMEMBERS 3', 'SMEMBERS 3']);
  });

  it('asks the one to whom a slot is being moved, for this time alone', async () => {
    cluster.server('one').refusals.set('3', 'ASK 3 two:1');
    expect(await commands.scard(['2', '3'])).toEqual([2, 3]);
    expect(cluster.server('two').calls).toEqual(['ASKING SCARD 3']);
  });

  it('tells of the loss of a master, and when a replica has taken its place', async () => {
    cluster.server('one').lose('gone');
    expect(told).toEqual(['whole', 'gone']);
    await settle();
    expect(map.isWhole).toBe(false);
    cluster.told = [range(0, 9, 'three'), range(10, 19, 'two')];
    time.advance(LOOK_MS);
    await settle();
    expect(masters).toEqual(['three', 'two']);
    expect(cluster.server('one').isClosed).toBe(true);
    await connectAll();
    expect(told).toEqual(['whole', 'gone', 'whole']);
    expect(await commands.smembers(['3'])).toEqual([new Set(['three'])]);
  });

  it('refuses at once what nobody serves', async () => {
    await expect(commands.smembers(['40'])).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('is not looked at any more when closed', async () => {
    map.close();
    cluster.told = [range(0, 19, 'two')];
    time.advance(LOOK_MS);
    await settle();
    expect(masters).toEqual(['one', 'two']);
  });
});

it('a cluster that cannot be reached at first is told of once', () => {
  const cluster = new FakeCluster();
  const told: string[] = [];
  const map = new ClusterMap({
    seeds: [at('one'), at('two')],
    openNode: cluster.openNode,
    slotOf: Number,
    timers: new ManualTime(),
    whole: () => told.push('whole'),
    broken: (cause) => told.push(String(cause)),
  });
  map.open();
  cluster.server('one').lose('refused');
  expect(told).toEqual([]);
  cluster.server('two').lose('refused');
  cluster.server('one').lose('refused');
  expect(told).toEqual(['refused']);
});
