import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { clientList } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../shared/feature-control/entry-state.ts';
import { describeChangeFeed, type ChangeFeedUnderTest } from '../contracts/change-feed.contract.ts';
import { changed, createEditor } from '../contracts/editor-under-test.ts';
import { describeRedisCommands, type RedisCommandsUnderTest } from '../contracts/redis-commands.contract.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { firstOwnerOf } from '../support/redis/redis-cluster.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { startClusterStore } from '../support/redis/redis-stores.ts';
import type { ClusterStore } from '../support/redis/redis-stores.ts';
import { PortsInJar } from './redis-ports/ports-in-jar.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

let ports: PortsInJar;

beforeAll(async () => {
  ports = await PortsInJar.start();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await ports.stop();
});

const connect = (url: string): Promise<RedisCommandsUnderTest> => ports.connect(url);

describeRedisCommands('LettuceCommands', connect);
describeRedisCommands('ClusterCommands', connect, startClusterStore);

const feed: ChangeFeedUnderTest = {
  create: (url) => ({ subscribe: (prefixes, listener) => ports.subscribe(url, prefixes, listener) }),
  connections: 'normal',
};

describeChangeFeed('LettuceConnection', feed);
describeChangeFeed('ClusterChangeFeed over Lettuce', feed, startClusterStore);

describe('ClusterCommands, while a slot is migrating to another server,', () => {
  let store: ClusterStore;
  let underTest: RedisCommandsUnderTest;

  beforeAll(async () => {
    store = await startClusterStore();
    underTest = await connect(store.url);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await underTest.close();
    await store.stop();
  });

  it('reads a list of which each server has one key, and edits it as soon as both are on one', async () => {
    const { keys, set, stateOf } = createEditor(underTest);
    const list = clientList('my-mod');
    await set(list, 'fly', BLOCKED);
    const slot = await store.admin.cluster('KEYSLOT', keys.blocklistKey(list));
    const owner = firstOwnerOf(slot);
    const move = [slot, owner, (owner + 1) % 3] as const;
    await store.topology.markSlotAsMoving(...move);
    await store.admin.zadd(keys.timedBlocklistKey(list), 1e15, 'zoom');
    expect(await stateOf(list, 'fly')).toEqual(BLOCKED);
    expect(await stateOf(list, 'zoom')).toEqual(blockedUntil(1e15));
    const edited = set(list, 'fly', FREE);
    await store.topology.moveSlot(...move);
    expect(await edited).toMatchObject(changed('fly', BLOCKED, FREE));
  });
});

describe('LettuceCommands, through a fault proxy,', () => {
  const INCREMENT = { source: "return tostring(redis.call('INCR', KEYS[1]))" };
  let server: RedisServer;
  let faults: FaultProxy;
  let underTest: RedisCommandsUnderTest;

  beforeAll(async () => {
    server = await startRedis();
    faults = await startFaultProxy(server.port);
    underTest = await connect(faults.url);
  });

  afterEach(() => faults.set({ kind: 'none' }));

  afterAll(async () => {
    await underTest.close();
    await faults.stop();
    await server.stop();
  });

  it('fails what was in flight when the connection is cut, and sends none of it again', async () => {
    const { commands } = underTest;
    const reader = new Redis(server.url);
    expect(await commands.evaluate(INCREMENT, ['count'], [])).toBe(1);
    await faults.set({ kind: 'delay', ms: 60_000 });
    const counting = commands.evaluate(INCREMENT, ['count'], []);
    counting.catch(() => undefined);
    await eventually(async () => (await reader.get('count')) === '2', { what: 'the command to be executed' });
    await faults.set({ kind: 'reset' });
    // Which it is with the next command.
    await expect(commands.time()).rejects.toMatchObject({ reason: 'unreachable' });
    await expect(counting).rejects.toMatchObject({ reason: 'unreachable' });
    await faults.set({ kind: 'none' });
    const isBack = () =>
      commands.time().then(
        () => true,
        () => false,
      );
    await eventually(isBack, { withinMs: 30_000, what: 'the connection to come back' });
    expect(await reader.get('count')).toBe('2');
    reader.disconnect();
  });
});
