import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { constantFrom, oneof, sample, string, tuple } from 'fast-check';
import { Redis } from 'ioredis';
import { clientList, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { slotOf } from '../../../shared/redis/cluster-slot.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { OWN_CONNECTION } from '../../support/redis/own-connection.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import type { RedisServer } from '../../support/redis/redis-server.ts';
import { wellFormedCharacter } from '../../support/any-character.ts';

/** Texts with braces in all orders, often with nothing in between. */
const braced = string({ unit: constantFrom('{', '}', 'a', 'ü', '🚀', ':'), maxLength: 12 });
const names = oneof(braced, string({ unit: wellFormedCharacter, maxLength: 20 }));
const prefixes = oneof(
  constantFrom('fc:', '{fc}:', '{}', '{', '}', '{fc:', '}{x', '{}{y}'),
  string({ unit: constantFrom('{', '}', 'f', ':'), minLength: 1, maxLength: 6 }),
);

describe('the slot of a key in a cluster', () => {
  let server: RedisServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await startRedis({ persistent: false, settings: ['--cluster-enabled', 'yes'] });
    redis = new Redis(server.url, { ...OWN_CONNECTION, enableReadyCheck: false });
  });

  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  const slotsOf = async (keys: readonly string[]): Promise<readonly unknown[]> =>
    await Promise.all(keys.map(async (key) => await redis.call('CLUSTER', 'KEYSLOT', key)));

  it('equals that of Redis', async () => {
    const keys = [...sample(names, 1000), '', '{}', '{}}', '{}{a}', '{a}{b}', '}{'];
    expect(keys.map(slotOf)).toEqual(await slotsOf(keys));
  });

  it('is the same for a list of any name and its audit stream', async () => {
    const samples = sample(tuple(prefixes, names), 30);
    for (const [prefix, name] of samples) {
      const keys = new RedisKeys(prefix);
      const lists = [keys.blocklistKey(clientList(name)), keys.timedBlocklistKey(serverList(name))];
      const streams = lists.map((key) => keys.auditOf(key));
      expect(await slotsOf(streams)).toEqual(await slotsOf(lists));
      for (const stream of streams) expect(stream.startsWith(keys.audits)).toBe(true);
    }
  });

  it('needs only the key of the list as hash tag if it has no braces', () => {
    const keys = new RedisKeys('fc:');
    expect(keys.auditOf(keys.blocklistGlobal)).toBe('fc:audit:{fc:blocklist:global}');
  });
});
