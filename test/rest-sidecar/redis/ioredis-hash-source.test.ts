import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { NodeTimers } from '../../../rest-sidecar/src/platform/node-timers.ts';
import { IoredisHashSource } from '../../../rest-sidecar/src/redis/ioredis-hash-source.ts';
import { createRedisClient } from '../../../rest-sidecar/src/redis/redis-client.ts';
import type { RedisClient } from '../../../rest-sidecar/src/redis/redis-client.ts';
import { HashMirror } from '../../../rest-sidecar/src/snapshots/hash-mirror.ts';
import { pairsToMap } from '../../../rest-sidecar/src/snapshots/pairs.ts';
import { eventually } from '../../support/eventually.ts';
import { placeOf } from '../../support/redis/redis-place.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';

describe('IoredisHashSource, on a real Redis', () => {
  const prefix = uniquePrefix();
  let redis: Redis;
  let connection: RedisClient;
  let source: IoredisHashSource;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    connection = createRedisClient(placeOf(testRedisUrl()), { name: 'hashes', timers: new NodeTimers() });
    source = new IoredisHashSource(connection);
    await eventually(() => connection.status === 'ready', { what: 'the connection' });
  });

  afterAll(() => {
    connection.disconnect();
    redis.disconnect();
  });

  it('reads hashes with any names and values, large ones too', async () => {
    const odd = { __proto__x: '1', constructor: '', '10': '\r\n$5\r\n', 'ü 🚀': '\0' };
    await redis.hset(`${prefix}odd`, odd);
    await redis.hset(`${prefix}odd`, '__proto__', 'p');
    const large = Object.fromEntries(
      Array.from({ length: 6000 }, (_, index) => [`field ${index}`, `text ${index}`]),
    );
    await redis.hset(`${prefix}large`, large);
    await redis.set(`${prefix}text`, 'x');
    const keys = ['odd', 'absent', 'large', 'text'].map((name) => prefix + name);
    const [first, second, third, fourth] = await source.readEach(keys);
    const toMap = (pairs: unknown) => pairsToMap(pairs as string[]);
    expect(toMap(first)).toEqual(new Map([...Object.entries(odd), ['__proto__', 'p']]));
    expect(second).toEqual([]);
    expect(toMap(third)).toEqual(new Map(Object.entries(large)));
    expect(fourth).toMatchObject({ kind: 'wrong-type' });
    await expect(source.names(`${prefix}text`)).rejects.toMatchObject({ kind: 'wrong-type' });
    await expect(source.size(`${prefix}text`)).rejects.toMatchObject({ kind: 'wrong-type' });
    const texts = await source.read(`${prefix}odd`, ['10', 'none', '__proto__', 'toString']);
    expect(texts).toEqual(['\r\n$5\r\n', null, 'p', null]);
    const names = Array.from({ length: 500 }, (_, index) => `field ${5900 + index}`);
    const many = await source.read(`${prefix}large`, names);
    expect(many).toEqual(names.map((name) => large[name] ?? null));
    expect(await source.size(`${prefix}large`)).toBe(6000);
    expect(await source.size(`${prefix}absent`)).toBe(0);
    expect(new Set(await source.names(`${prefix}odd`))).toEqual(new Set([...Object.keys(odd), '__proto__']));
    expect(await source.names(`${prefix}large`)).toHaveLength(6000);
    expect(await source.names(`${prefix}absent`)).toEqual([]);
  });

  it('reads the same list of names again as the hash is by then, and of another hash', async () => {
    const [first, second] = [`${prefix}first`, `${prefix}second`];
    const names = ['ü 🚀', '', 'b'];
    await redis.hset(first, { 'ü 🚀': '1', b: '2' });
    await redis.hset(second, { '': '3' });
    expect(await source.read(first, names)).toEqual(['1', null, '2']);
    await redis.hset(first, { '': '4', b: '5' });
    expect(await source.read(first, names)).toEqual(['1', '4', '5']);
    expect(await source.read(second, names)).toEqual([null, '3', null]);
    await redis.set(second, 'no hash');
    await expect(source.read(second, names)).rejects.toMatchObject({ kind: 'wrong-type' });
  });

  it('follows a hash that grows, shrinks and changes while it is read', async () => {
    const busy = `${prefix}busy`;
    const mirror = new HashMirror(source, busy);
    const followed = new Map<string, string>();
    const follow = async (): Promise<void> => {
      mirror.noteChange();
      while (mirror.isDue()) {
        const { written, removed } = await mirror.step();
        for (const [field, text] of written) followed.set(field, text);
        for (const field of removed) followed.delete(field);
      }
    };
    const writing = { isOver: false };
    const writer = (async () => {
      for (const size of [500, 6000, 1000, 3000, 100, 2500]) {
        const there = await redis.hlen(busy);
        for (let index = there; index < size; index += 100) {
          const fields = Array.from({ length: 100 }, (_, more) => [`field ${index + more}`, `text ${size}`]);
          await redis.hset(busy, ...fields.flat());
        }
        for (let index = size; index < there; index += 100) {
          await redis.hdel(busy, ...Array.from({ length: 100 }, (_, more) => `field ${index + more}`));
        }
        await redis.hset(busy, 'field 7', `changed ${size}`, 'field 50', `changed ${size}`);
      }
      writing.isOver = true;
    })();
    while (!writing.isOver) await follow();
    await writer;
    await follow();
    const expected = new Map(Object.entries(await redis.hgetall(busy)));
    expect(followed.size).toBe(expected.size);
    expect(followed).toEqual(expected);
  });
});
