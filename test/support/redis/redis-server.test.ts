import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startRedis, type RedisServer } from './redis-server.ts';
import { testRedisUrl, uniquePrefix } from './redis.ts';

describe('the Redis that all suites share', () => {
  it('runs', async () => {
    const redis = new Redis(testRedisUrl());
    const key = `${uniquePrefix()}key`;
    await redis.set(key, 'value', 'PX', 5000);
    expect(await redis.get(key)).toBe('value');
    await redis.quit();
  });

  it('is shared with different prefixes', () => {
    expect(uniquePrefix()).not.toBe(uniquePrefix());
  });
});

describe('startRedis', () => {
  let server: RedisServer;
  let redis: Redis;

  beforeEach(async () => {
    server = await startRedis();
    redis = new Redis(server.url, {
      commandTimeout: 2000,
      maxRetriesPerRequest: null,
      retryStrategy: () => 20,
    });
    redis.on('error', () => undefined);
  });

  afterEach(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('keeps its data and its port after a restart', async () => {
    await redis.set('key', 'value');
    await server.restart();
    expect(await redis.get('key')).toBe('value');
  });

  it('has no data when it is restarted empty', async () => {
    await redis.set('key', 'value');
    await server.restart({ empty: true });
    expect(await redis.get('key')).toBeNull();
  });

  it('can be killed, and started again', async () => {
    await redis.set('key', 'value');
    await server.kill();
    await expect(
      new Redis(server.url, { retryStrategy: null, lazyConnect: true }).connect(),
    ).rejects.toThrow();
    await server.restart();
    expect(await redis.get('key')).toBe('value');
  });

  it('does not reply while it is paused, and replies to everything afterwards', async () => {
    await redis.ping();
    server.pause();
    const answer = redis.ping();
    const first = await Promise.race([answer, delay(50, 'silence')]);
    expect(first).toBe('silence');
    server.resume();
    expect(await answer).toBe('PONG');
  });
});

describe('a Redis of one test', () => {
  it('stops while it is paused, and only once', async () => {
    const server = await startRedis();
    server.pause();
    await server.stop();
    await server.stop();
  });
});
