import { expect, it } from '@jest/globals';
import { GLOBAL_LIST } from '../../../../../shared/feature-control/blocklist-name.ts';
import { StoredHistory } from '../../../../../shared/redis/blocklists/history/stored-history.ts';
import { RedisKeys } from '../../../../../shared/redis/redis-keys.ts';
import { IoredisRedisCommands } from '../../../../support/redis/ioredis-redis-commands.ts';
import { uniquePrefix } from '../../../../support/redis/redis.ts';
import { useRedis } from '../../../../support/redis/use-redis.ts';

const redis = useRedis();

it('a history reads long entries with several scripts, so that none blocks Redis for long [G66]', async () => {
  const keys = new RedisKeys(uniquePrefix());
  const stream = keys.historyKey(GLOBAL_LIST);
  const [characters, entries] = [40_000, 300];
  const fields = ['list', 'global', 'source', 'api', 'changes', 'x'.repeat(characters)];
  const writes = redis.pipeline();
  for (let index = 0; index < entries; index += 1) writes.xadd(stream, '*', ...fields);
  await writes.exec();
  const commands = new IoredisRedisCommands(redis);
  let scripts = 0;
  const counting = {
    keysStartingWith: commands.keysStartingWith.bind(commands),
    evaluate: async (...script: Parameters<typeof commands.evaluate>) => {
      scripts += 1;
      return await commands.evaluate(...script);
    },
  };
  const history = new StoredHistory(counting, keys);
  expect(await history.page({ list: GLOBAL_LIST, feature: 'fly', maxChanges: 1 })).toEqual({ changes: [] });
  expect(scripts).toBeGreaterThan((characters * entries) / 2_000_000);
  await redis.del(stream);
});
