import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { SystemClock } from '../../node/system-clock.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { PlayerPermits, type PermitCommands } from '../../shared/redis/player-permits.ts';
import { describeChangeFeed, type ChangeFeedUnderTest } from '../contracts/change-feed.contract.ts';
import { describeMirror } from '../contracts/mirror.contract.ts';
import { startMirrorStore } from '../contracts/mirror-stores.ts';
import { describeRateLimiter } from '../contracts/rate-limiter.contract.ts';
import { describeRedisCommands, type RedisCommandsUnderTest } from '../contracts/redis-commands.contract.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { firstOwnerOf } from '../support/redis/redis-cluster.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { startClusterStore } from '../support/redis/redis-stores.ts';
import type { ClusterStore } from '../support/redis/redis-stores.ts';
import { PortsInJar } from './redis-ports/ports-in-jar.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

/** The rights that the plugin's connection needs. */
const MAY = ['+hello', '+ping', '+role', '+info', '+set', '+get', '+pttl'];

let ports: PortsInJar;
let admin: Redis;
let permits: PlayerPermits;

beforeAll(async () => {
  ports = await PortsInJar.start();
  admin = new Redis(testRedisUrl());
  permits = new PlayerPermits({
    commands: await connectPermits(),
    keys: new RedisKeys(uniquePrefix()),
    clock: new SystemClock(),
    failed: (cause) => {
      throw cause;
    },
  });
}, START_TIMEOUT_MS);

afterAll(async () => {
  admin.disconnect();
  await ports.stop();
});

const connect = (url: string): Promise<RedisCommandsUnderTest> => ports.connect(url);

async function connectPermits(): Promise<PermitCommands> {
  const underTest = await connect(testRedisUrl());
  return {
    evaluate: (script, keys, args) => underTest.commands.evaluate(script, keys, args),
    setNxPx: async (key, value, ttlMs) => {
      const [reply] = await underTest.setEach([key], value, ttlMs);
      if (reply === undefined) throw new Error('no reply');
      return reply;
    },
  };
}

describeRedisCommands('LettuceCommands', connect);
describeRedisCommands('ClusterCommands', connect, startClusterStore);

const feed: ChangeFeedUnderTest = {
  create: (url) => ({ subscribe: (prefixes, listener) => ports.subscribe(url, prefixes, listener) }),
  connections: 'normal',
};

describeChangeFeed('LettuceChangeFeed', feed);
describeChangeFeed('ClusterChangeFeed over Lettuce', feed, startClusterStore);

describe('LettuceChangeFeed, if the script thread is starved,', () => {
  const CUT_EVERY_MS = 200;
  const DELAY_MS = 500;
  const changed: string[] = [];
  let begun = 0;
  let server: RedisServer;
  let proxy: FaultProxy;
  let writer: Redis;
  let subscription: ReturnType<PortsInJar['subscribe']>;

  beforeAll(async () => {
    server = await startRedis();
    proxy = await startFaultProxy(server.port);
    writer = new Redis(server.url);
    subscription = ports.subscribe(proxy.url, ['x:'], {
      keysChanged: (keys) => void changed.push(...keys),
      anythingMayHaveChanged: () => begun++,
      lost: () => undefined,
    });
    await eventually(() => begun > 0, { what: 'the subscription' });
  });

  afterAll(async () => {
    await subscription.close();
    writer.disconnect();
    await proxy.stop();
    await server.stop();
  });

  /** Written repeatedly, as the last connection may be cut after the script has used it. */
  const isReported = async (key: string): Promise<boolean> => {
    await writer.set(key, '1');
    return changed.includes(key);
  };
  const patiently = { withinMs: 30_000, everyMs: 50 };
  const countPings = async () =>
    Number(/cmdstat_ping:calls=(\d+)/.exec(await writer.info('commandstats'))?.[1] ?? 0);

  it('subscribes again after it has learned of several lost connections late', async () => {
    const cut = setInterval(() => {
      proxy.dropConnections();
    }, CUT_EVERY_MS);
    await ports.block(2000);
    clearInterval(cut);
    await eventually(() => begun > 1, { withinMs: 30_000, what: 'listening again' });
    await eventually(() => isReported('x:several'), { ...patiently, what: 'the change' });
  });

  it('subscribes again if it has already subscribed on a connection before it learned of it', async () => {
    const before = begun;
    await proxy.set({ kind: 'delay', ms: DELAY_MS });
    const pings = await countPings();
    proxy.dropConnections();
    // One for each connection, before it is used.
    await eventually(async () => (await countPings()) >= pings + 2, { what: 'the checks' });
    const blocked = ports.block(6 * DELAY_MS);
    await delay(2 * DELAY_MS);
    await proxy.set({ kind: 'none' });
    proxy.dropConnections();
    await blocked;
    await eventually(() => begun > before, { withinMs: 30_000, what: 'listening again' });
    await eventually(() => isReported('x:already'), { ...patiently, what: 'the change' });
  });
});

describeMirror('Lettuce', {
  startStore: () => startMirrorStore(),
  create: ({ url }, prefix) => ports.openMirror(url, prefix),
});

describeRateLimiter('PlayerPermits over Lettuce', () => ({
  limiter: permits,
  nowMs: () => redisNowMs(admin),
  pass: (ms) => delay(ms),
}));

describe('LettuceCommands, of a user who may not run scripts,', () => {
  const user = uniquePrefix().replaceAll(':', '-');
  const prefix = uniquePrefix();

  beforeAll(() => admin.acl('SETUSER', user, 'on', '>secret', `~${prefix}*`, ...MAY, '-eval', '-evalsha'));

  afterAll(() => admin.acl('DELUSER', user));

  it('sets many keys in one call', async () => {
    const url = new URL(testRedisUrl());
    url.username = user;
    url.password = 'secret';
    const underTest = await connect(url.href);
    await admin.set(`${prefix}3`, 'theirs', 'PX', 7000);
    const keys = Array.from({ length: 20 }, (_, index) => `${prefix}${index}`);
    const replies = await underTest.setEach(keys, '1', 9000);
    expect(replies.flatMap(({ stored }, index) => (stored ? [] : [index]))).toEqual([3]);
    expect(replies[3]?.ttlMs).toBeLessThanOrEqual(7000);
    expect(await admin.get(`${prefix}19`)).toBe('1');
    await underTest.close();
    const denied = (await admin.acl('LOG')) as unknown[][];
    expect(denied.filter((entry) => entry[entry.indexOf('username') + 1] === user)).toEqual([]);
  });
});

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

  it('reads a set of many pages in it', async () => {
    const key = uniquePrefix();
    const members = Array.from({ length: 10_000 }, (_, index) => `feature-${index}`);
    await store.admin.sadd(key, ...members);
    const slot = await store.admin.cluster('KEYSLOT', key);
    const owner = firstOwnerOf(slot);
    await store.topology.beginToMoveSlot(slot, owner, (owner + 1) % 3);
    const reading = await underTest.readSet(key, [...members, 'free']);
    expect(reading?.size).toBe(members.length);
    expect(reading?.contained.indexOf(false)).toBe(members.length);
  });
});

describe('LettuceCommands, through a fault proxy,', () => {
  const INCREMENT = { source: "return {redis.call('INCR', KEYS[1])}" };
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
    expect(await commands.evaluate(INCREMENT, ['count'], [])).toEqual(['1']);
    await faults.set({ kind: 'delay', ms: 60_000 });
    const counting = commands.evaluate(INCREMENT, ['count'], []);
    counting.catch(() => undefined);
    await eventually(async () => (await reader.get('count')) === '2', { what: 'the command to be executed' });
    await faults.set({ kind: 'reset' });
    // Which it is with the next command.
    await expect(commands.time()).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(counting).rejects.toMatchObject({ kind: 'unreachable' });
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

  it('quotes the words in which Redis refuses the second page of a set', async () => {
    const writer = new Redis(server.url);
    await writer.sadd('large', ...Array.from({ length: 10_000 }, (_, index) => `feature-${index}`));
    writer.disconnect();
    await faults.set({ kind: 'delay', ms: 300 });
    const reading = underTest.readSet('large', ['feature-1']);
    await eventually(() => faults.pending > 0, { what: 'the first page to be asked for' });
    const error = 'NOPERM this user has no permissions to run the sscan command';
    await faults.set({ kind: 'error', error, commands: ['SSCAN'] });
    await expect(reading).rejects.toMatchObject({ kind: 'error-reply', message: error });
  });
});
