import { describe, expect, it } from '@jest/globals';
import { setUpStore, settle } from './store-under-test.ts';

const GLOBAL = 'fc:blocklist:global';
const PERSONAL = 'fc:blocklist:client:my-mod';

describe('RedisBlocklistStore', () => {
  it('knows nothing before the lists are found, and then each list as soon as it is read [G18]', async () => {
    const { redis, ask } = setUpStore();
    redis.writeSilently(GLOBAL, 'fly');
    expect(ask(['fly'])).toBeUndefined();
    const read = redis.evaluate.bind(redis);
    redis.evaluate = async (script, keys) =>
      keys.includes(PERSONAL) ? await new Promise(() => undefined) : await read(script, keys);
    for (let index = 0; index < 20; index += 1) redis.writeSilently(`fc:blocklist:client:${index}`, 'zoom');
    redis.writeSilently(PERSONAL, 'minimap');
    redis.listener.anythingMayHaveChanged();
    await settle();
    expect([ask(['fly']), ask(['fly', 'zoom'], '1'), ask(['fly'], 'without')]).toEqual([
      undefined,
      ['fly', 'zoom'],
      ['fly'],
    ]);
  });
});
