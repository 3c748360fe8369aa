import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sample, string } from 'fast-check';
import { Redis } from 'ioredis';
import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { OWN_CONNECTION } from '../../support/redis/own-connection.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import type { RedisServer } from '../../support/redis/redis-server.ts';
import { wellFormedCharacter } from '../../support/any-character.ts';

const names = string({ unit: wellFormedCharacter, maxLength: 20 });

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

  it('is the same for the set, the timed blocks and the history of a list without braces in its name', async () => {
    const keys = new RedisKeys('fc:');
    const named = sample(names, 200).filter((name) => !/[{}]/.test(name));
    for (const list of [GLOBAL_LIST, ...named.map(clientList), ...named.map(serverList)]) {
      const all = [keys.blocklistKey(list), keys.timedBlocklistKey(list), keys.auditKey(list)];
      expect(new Set(await slotsOf(all)).size).toBe(1);
      expect(keys.blocklistOfTimed(keys.timedBlocklistKey(list))).toBe(keys.blocklistKey(list));
    }
    expect(keys.timedBlocklistKey(GLOBAL_LIST)).toBe('fc:blocklist-until:{fc:blocklist:global}');
    expect(keys.auditKey(clientList('a'))).toBe('fc:audit:{fc:blocklist:client:a}');
  });
});
