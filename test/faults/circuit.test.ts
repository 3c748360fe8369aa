import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Circuit } from '../../plugin/src/circuit.ts';
import { NodeTimers } from '../../rest-sidecar/src/platform/node-timers.ts';
import { IoredisRedisCommands } from '../support/redis/ioredis-redis-commands.ts';
import { createRedisClient } from '../../rest-sidecar/src/redis/redis-client.ts';
import type { RedisClient } from '../../rest-sidecar/src/redis/redis-client.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { toRedisEndpoint } from '../support/redis/to-redis-endpoint.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';

const timers = new NodeTimers();
const PER_SECOND = 200;

describe('commands through a circuit, 200 a second', () => {
  const key = `${uniquePrefix()}set`;
  let faults: FaultProxy;
  let redis: RedisClient;
  let circuit: Circuit;
  let commands: IoredisRedisCommands;

  const ask = () => circuit.run(() => commands.smismember(key, ['a']));

  beforeEach(async () => {
    faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
    redis = createRedisClient(toRedisEndpoint(faults.url), { name: 'circuit-test', timers });
    circuit = new Circuit(timers);
    commands = new IoredisRedisCommands(redis);
    await eventually(async () => (await ask()).length === 1);
  });

  afterEach(async () => {
    redis.disconnect();
    await faults.stop();
  });

  /** @returns for how long each command took, in milliseconds, and how many were pending at most */
  const load = async (forMs: number) => {
    const tookMs: number[] = [];
    let mostPending = 0;
    const pending: Promise<void>[] = [];
    for (const endsAt = performance.now() + forMs; performance.now() < endsAt;) {
      const startedAt = performance.now();
      const settled = ask().then(
        () => undefined,
        () => undefined,
      );
      pending.push(settled.then(() => void tookMs.push(performance.now() - startedAt)));
      mostPending = Math.max(mostPending, circuit.pending);
      await new Promise((resolve) => setTimeout(resolve, 1000 / PER_SECOND));
    }
    await Promise.all(pending);
    return { tookMs, mostPending };
  };

  it.each(['black-hole', 'reset', 'refuse'] as const)('do not pile up: %s', async (kind) => {
    await faults.set({ kind });
    if (kind === 'refuse') faults.dropConnections();
    const { tookMs, mostPending } = await load(2500);
    // Those of the first half second wait for their time-out, and later one now and then.
    const waited = tookMs.filter((ms) => ms > 100).length;
    expect(waited).toBeLessThan(tookMs.length / 2);
    expect(mostPending).toBeLessThanOrEqual(PER_SECOND);
    await faults.set({ kind: 'none' });
    await eventually(async () => (await ask()).length === 1, { what: 'an answer again' });
  });

  it('are all answered by a Redis that is slow', async () => {
    await faults.set({ kind: 'delay', ms: 200 });
    const { tookMs, mostPending } = await load(1000);
    expect(Math.min(...tookMs)).toBeGreaterThan(150);
    expect(mostPending).toBeLessThanOrEqual(PER_SECOND);
  });
});
