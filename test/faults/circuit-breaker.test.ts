import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { CircuitBreaker } from '../../plugin/src/circuit-breaker.ts';
import { NodeTimers } from '../../node/node-timers.ts';
import { IoredisRedisCommands } from '../support/redis/ioredis-redis-commands.ts';
import { createRedisClient } from '../../node/redis/redis-client.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
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
  let circuit: CircuitBreaker;
  let commands: IoredisRedisCommands;
  /** The number of commands that the circuit has admitted. */
  let admitted = 0;

  const runCommand = () =>
    circuit.run(() => {
      admitted += 1;
      return commands.smismember(key, ['a']);
    });

  beforeEach(async () => {
    faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
  });

  afterEach(async () => {
    redis.disconnect();
    await faults.stop();
  });

  /** @param commandTimeoutMs the client's default, if undefined */
  const connect = async (commandTimeoutMs?: number): Promise<void> => {
    const options = commandTimeoutMs === undefined ? {} : { commandTimeoutMs };
    redis = createRedisClient(toRedisEndpoint(faults.url), { name: 'circuit-test', timers, ...options });
    circuit = new CircuitBreaker(timers);
    commands = new IoredisRedisCommands(redis);
    await eventually(async () => (await runCommand()).length === 1);
  };

  /**
   * @returns the duration of each command in milliseconds, the maximum number of pending commands, and the
   * number of commands that failed
   */
  const runCommands = async (count: number) => {
    admitted = 0;
    const tookMs: number[] = [];
    let [maxPending, failed] = [0, 0];
    const pending: Promise<void>[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const startedAt = performance.now();
      const settled = runCommand().then(
        () => undefined,
        () => void (failed += 1),
      );
      pending.push(settled.then(() => void tookMs.push(performance.now() - startedAt)));
      maxPending = Math.max(maxPending, pending.length - tookMs.length);
      await delay(1000 / PER_SECOND);
    }
    await Promise.all(pending);
    return { tookMs, maxPending, failed };
  };

  it.each(['black-hole', 'reset', 'refuse'] as const)('do not pile up: %s', async (kind) => {
    await connect();
    await faults.set({ kind });
    if (kind === 'refuse') faults.dropConnections();
    const { maxPending } = await runCommands(500);
    // All are sent until the first one times out, after half a second; after that, only single ones are.
    expect(admitted).toBeLessThan(250);
    expect(maxPending).toBeLessThanOrEqual(PER_SECOND);
    await faults.set({ kind: 'none' });
    await eventually(async () => (await runCommand()).length === 1, { what: 'a reply' });
  });

  it('are all answered by a slow Redis', async () => {
    // A process that is stopped for long finds both the reply and the default time-out due.
    await connect(10_000);
    await faults.set({ kind: 'delay', ms: 200 });
    const { tookMs, maxPending, failed } = await runCommands(300);
    expect(failed).toBe(0);
    expect(Math.min(...tookMs)).toBeGreaterThan(150);
    expect(maxPending).toBeLessThanOrEqual(PER_SECOND);
  });
});
