import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { MASTER_NAME, startSentinel, type Sentinel } from '../support/redis/redis-sentinels.ts';
import {
  replaceMaster,
  sendToEach,
  startSentinelStore,
  startServerStore,
} from '../support/redis/redis-stores.ts';
import type { RedisStore, SentinelStore } from '../support/redis/redis-stores.ts';
import { ask, checkRequest } from './ask.ts';
import { warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

/** The time of some queries of the Sentinels, one every second. */
const SOME_QUERIES_MS = 3000;

const { blocklistGlobal } = new RedisKeys('fc:');

/** A master that was cut off and keeps running, with a Sentinel that has not seen the failover. */
let before: RedisStore;
let cutOff: Sentinel;
/** Its successor, with the Sentinels that promoted it, reached through fault proxies. */
let now: SentinelStore;
let ways: FaultProxy[];

beforeAll(async () => {
  before = await startServerStore();
  const [master] = before.servers;
  if (master === undefined) throw new Error('unreachable');
  cutOff = await startSentinel(master.port);
  now = await startSentinelStore();
  await replaceMaster(now.topology);
  const [old] = now.topology.servers;
  await eventually(async () => (await now.topology.masterPort()) !== old.port, {
    ...PATIENCE,
    what: 'the failover',
  });
  ways = await Promise.all(now.topology.sentinelPorts.map(startFaultProxy));
  await before.admin.sadd(blocklistGlobal, 'before');
  await sendToEach(await now.masters(), 'SADD', blocklistGlobal, 'now');
}, START_TIMEOUT_MS);

afterAll(async () => {
  for (const way of ways) await way.stop();
  await now.stop();
  await cutOff.stop();
  await before.stop();
});

it(
  'a replaced master is left as soon as a Sentinel that knows its successor is reachable',
  async () => {
    for (const way of ways) await way.set({ kind: 'black-hole' });
    const sentinels = [cutOff, ...ways].map(({ port }) => `127.0.0.1:${port}`);
    const redisUrl = `redis-sentinel://${sentinels.join(',')}?master=${MASTER_NAME}`;
    const proxy = await startProxy({ redisUrl });
    const blocked = async () => {
      const player = await proxy.join({ connected: true });
      const { payload } = await ask(player, checkRequest('my-mod', ['before', 'now']));
      await player.disconnect();
      return payload?.blocklist;
    };
    await eventually(async () => (await blocked())?.includes('before'), {
      ...PATIENCE,
      what: 'the old list',
    });
    for (const way of ways) await way.set({ kind: 'none' });
    await eventually(async () => (await blocked())?.includes('now'), { ...PATIENCE, what: 'the new list' });
    expect(await blocked()).toEqual(['now']);
    const problems = warningsAndErrorsOf(proxy);
    await ways[0]?.set({ kind: 'refuse' });
    await delay(SOME_QUERIES_MS);
    // Nothing is logged, as other Sentinels answer.
    expect(warningsAndErrorsOf(proxy)).toEqual(problems);
    await proxy.stop();
  },
  START_TIMEOUT_MS,
);
