import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { startClusterStore, startServerStore } from '../../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../../support/redis/redis-stores.ts';
import { untilConnected } from '../../support/redis/until-connected.ts';

describe.each<[string, StartStore]>([
  ['a server', async () => await startServerStore({ persistent: false })],
  ['a cluster', async () => await startClusterStore()],
])('the commands of the mirror, on %s', (_, start) => {
  let store: RedisStore;
  let client: RedisClient;
  let commands: IoredisCommands;

  beforeAll(async () => {
    store = await start();
    ({ client } = connectClient(store.url));
    commands = new IoredisCommands(client);
    await untilConnected(client);
  });

  afterAll(async () => {
    client.disconnect();
    await store.stop();
  });

  it('read strings with their remaining time', async () => {
    await store.admin.set('text ü 🚀', '\r\n$5\r\n\0');
    await store.admin.set('short', '', 'EX', 1000);
    await store.admin.sadd('a set', 'x');
    const [first, second, ...others] = await Promise.all(
      ['text ü 🚀', 'short', 'none', 'a set'].map(async (key) => await commands.readText(key)),
    );
    expect(first).toEqual({ state: 'present', value: '\r\n$5\r\n\0', remainingMs: undefined });
    expect(second).toEqual({ state: 'present', value: '', remainingMs: expect.any(Number) });
    const { remainingMs = 0 } = second as { remainingMs?: number };
    expect(remainingMs).toBeGreaterThan(900_000);
    expect(remainingMs).toBeLessThanOrEqual(1_000_000);
    expect(others).toEqual([{ state: 'absent' }, expect.objectContaining({ isWrongType: true })]);
  });

  it('do not read strings of more than 1 MB', async () => {
    for (const length of [1_048_576, 1_048_577])
      await store.admin.set(`length ${length}`, 'x'.repeat(length));
    expect((await commands.readText('length 1048576')).state).toBe('present');
    const reason = 'It has 1048577 bytes; at most 1048576 are read.';
    expect(await commands.readText('length 1048577')).toEqual({ state: 'rejected', reason });
  });

  it('read hashes with any names and values, including large hashes', async () => {
    const odd = { constructor: '', '10': '\r\n$5\r\n', 'ü 🚀': '\0', toString: '1' };
    await store.admin.hset('odd', odd);
    await store.admin.hset('odd', '__proto__', 'p');
    const large = Array.from(
      { length: 6000 },
      (_unused, index) => [`field ${index}`, `text ${index}`] as const,
    );
    await store.admin.hset('large', ...large.flat());
    const [first, ...others] = await Promise.all(
      ['odd', 'none', 'large', 'a set'].map(async (key) => await commands.hgetall(key)),
    );
    expect(first).toEqual(new Map([...Object.entries(odd), ['__proto__', 'p']]));
    expect(others).toEqual([new Map(), new Map(large), undefined]);
  });

  it('read the newest entries of a stream, newest first, in batches', async () => {
    expect(await commands.newestEntries('stream', 10)).toEqual([]);
    for (let index = 1; index <= 2500; index++) await store.admin.xadd('stream', `${index}-0`, 'rate', '1');
    for (const count of [1, 999, 1000, 1001, 2000, 2499, 2500, 2501]) {
      const ids = (await commands.newestEntries('stream', count)).map(({ id }) => id);
      const expected = Array.from({ length: Math.min(count, 2500) }, (_unused, index) => `${2500 - index}-0`);
      expect(ids).toEqual(expected);
    }
    await expect(commands.newestEntries('a set', 1)).rejects.toMatchObject({
      reason: 'wrong-type',
    });
  });
});
