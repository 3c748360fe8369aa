import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { eventually } from '../eventually.ts';
import { ERRORS, WRITES } from './fault.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { testRedisUrl, uniquePrefix } from '../redis/redis.ts';

const SILENCE = Symbol('silence');

/**
 * Settles as `reply` does, or with SILENCE after 100 ms, because the absence of a reply cannot be awaited.
 */
async function orSilence<T>(reply: Promise<T>): Promise<T | typeof SILENCE> {
  return await Promise.race([reply, delay(100, SILENCE)]);
}

describe('startFaultProxy', () => {
  const key = `${uniquePrefix()}key`;
  let proxy: FaultProxy;
  let redis: Redis;

  beforeEach(async () => {
    proxy = await startFaultProxy(Number(new URL(testRedisUrl()).port));
    redis = new Redis(proxy.url, { retryStrategy: null, enableReadyCheck: false, disableClientInfo: true });
    redis.on('error', () => undefined);
    await redis.set(key, 'value', 'PX', 60_000);
  });

  afterEach(async () => {
    redis.disconnect();
    await proxy.stop();
  });

  const connectAgain = async (): Promise<string> => {
    const another = new Redis(proxy.url, { retryStrategy: null, lazyConnect: true, enableReadyCheck: false });
    another.on('error', () => undefined);
    try {
      await another.connect();
      return await another.ping();
    } finally {
      another.disconnect();
    }
  };

  it('passes everything without a fault', async () => {
    const large = 'x'.repeat(1_000_000);
    await redis.set(`${key}:large`, large, 'PX', 60_000);
    expect(await redis.get(`${key}:large`)).toBe(large);
    expect(proxy.connections).toBe(1);
  });

  it('counts the commands without a reply', async () => {
    expect(proxy.pending).toBe(0);
    await proxy.set({ kind: 'black-hole' });
    const replies = Promise.all([redis.get(key), redis.get(key)]);
    await eventually(() => proxy.pending === 2);
    await proxy.set({ kind: 'none' });
    await replies;
    expect(proxy.pending).toBe(0);
  });

  it('drops only the data of change feeds', async () => {
    await proxy.set({ kind: 'black-hole', only: 'change feeds' });
    expect(await redis.get(key)).toBe('value');
    const tracking = redis.call('CLIENT', 'TRACKING', 'OFF');
    expect(await orSilence(tracking)).toBe(SILENCE);
    await proxy.set({ kind: 'none' });
    expect(await tracking).toBe('OK');
  });

  it('refuses new connections, and keeps existing ones', async () => {
    await proxy.set({ kind: 'refuse' });
    await expect(connectAgain()).rejects.toThrow();
    expect(await redis.get(key)).toBe('value');
    await proxy.set({ kind: 'none' });
    expect(await connectAgain()).toBe('PONG');
  });

  it('resets connections, old and new', async () => {
    await proxy.set({ kind: 'reset' });
    await expect(redis.get(key)).rejects.toThrow();
    await expect(connectAgain()).rejects.toThrow();
    await eventually(() => proxy.connections === 0, { what: 'the end of all connections' });
  });

  it('passes no replies as a black hole, and all of them when the fault ends', async () => {
    await proxy.set({ kind: 'black-hole' });
    const reply = redis.get(key);
    const answer = connectAgain();
    expect(await orSilence(reply)).toBe(SILENCE);
    expect(await orSilence(answer)).toBe(SILENCE);
    await proxy.set({ kind: 'none' });
    expect(await reply).toBe('value');
    expect(await answer).toBe('PONG');
  });

  it('delays replies, and keeps their order when the delay ends', async () => {
    await proxy.set({ kind: 'delay', ms: 60 });
    const startedAt = performance.now();
    const slow = redis.get(key);
    await eventually(async () => (await redis.client('ID')) > 0);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
    const order: string[] = [];
    const late = redis.ping().then(() => order.push('late'));
    await new Promise((resolve) => setImmediate(resolve));
    await proxy.set({ kind: 'none' });
    await Promise.all([late, redis.ping().then(() => order.push('later'))]);
    expect(await slow).toBe('value');
    expect(order).toEqual(['late', 'later']);
  });

  it.each(Object.entries(ERRORS))('answers with %s, and Redis receives nothing', async (word, error) => {
    await proxy.set({ kind: 'error', error });
    await expect(redis.set(key, 'other')).rejects.toThrow(word);
    await proxy.set({ kind: 'none' });
    expect(await redis.get(key)).toBe('value');
  });

  it('replies to some commands with an error, in the order of the commands', async () => {
    await proxy.set({ kind: 'error', error: ERRORS.OOM, commands: WRITES });
    const replies = await redis.pipeline().get(key).set(key, 'other').get(key).sadd(key, 'a').ping().exec();
    expect(replies?.map(([error, reply]) => error?.message ?? reply)).toEqual([
      'value',
      ERRORS.OOM,
      'value',
      ERRORS.OOM,
      'PONG',
    ]);
  });

  it('passes on unsolicited data', async () => {
    const subscriber = new Redis(proxy.url, { enableReadyCheck: false, disableClientInfo: true });
    const received: string[] = [];
    subscriber.on('message', (_channel, message) => received.push(message));
    await subscriber.subscribe(key);
    await redis.publish(key, 'one');
    await eventually(() => received.length === 1);
    await proxy.set({ kind: 'error', error: ERRORS.LOADING });
    await expect(subscriber.subscribe(`${key}:2`)).rejects.toThrow('LOADING');
    subscriber.disconnect();
  });

  it('drops existing connections', async () => {
    const closed = new Promise((resolve) => redis.once('close', resolve));
    proxy.dropConnections();
    await closed;
    expect(await connectAgain()).toBe('PONG');
  });

  it('closes its connection to Redis with that of the program', async () => {
    redis.disconnect();
    await eventually(() => proxy.connections === 0, { what: 'the end of the connection' });
  });
});
