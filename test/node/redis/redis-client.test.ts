import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { onConnectionLost } from '../../../node/redis/connecting/redis-client.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { toRedisError } from '../../../node/redis/redis-replies.ts';
import { eventually } from '../../support/eventually.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { sendToEach, startClusterStore, startServerStore } from '../../support/redis/redis-stores.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';

it('a connection to Redis sends no command twice: a command whose reply was lost fails immediately', async () => {
  const faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
  const key = `${uniquePrefix()}count`;
  const { client } = connectClient(faults.url);
  const count = async (): Promise<string | null> => await client.get(key).catch(() => null);
  const isThere = async (): Promise<boolean> => (await client.set(key, '0').catch(() => '')) === 'OK';
  await eventually(isThere, { what: 'the connection' });
  await faults.set({ kind: 'delay', ms: 60_000 });
  const reply = client.incr(key).catch((error: unknown) => toRedisError(error).reason);
  const admin = new Redis(testRedisUrl());
  await eventually(async () => (await admin.get(key)) === '1', { what: 'the command to be carried out' });
  await faults.set({ kind: 'none' });
  faults.dropConnections();
  expect(await reply).toBe('unreachable');
  await eventually(async () => (await count()) !== null, { what: 'the connection to be back' });
  expect(await count()).toBe('1');
  client.disconnect();
  admin.disconnect();
  await faults.stop();
});

describe('onConnectionLost', () => {
  const stores: readonly [string, () => Promise<RedisStore>][] = [
    ['a server', startServerStore],
    ['a cluster', startClusterStore],
  ];

  it.each(stores)(
    'reports a lost connection to %s before a command is answered on a new one',
    async (_, start) => {
      const store = await start();
      const { client } = connectClient(store.url);
      const answers = async (): Promise<boolean> => {
        const reply = await client.get('key').catch(() => undefined);
        return reply === null;
      };
      await eventually(answers, { what: 'the connection' });
      const losses = untilAnswered(client, answers);
      await sendToEach(await store.masters(), 'CLIENT', 'KILL', 'TYPE', 'normal');
      expect(await losses).toBeGreaterThan(0);
      client.disconnect();
      await store.stop();
    },
  );

  /** @returns the number of losses that were reported before commands were answered again */
  const untilAnswered = async (client: RedisClient, answers: () => Promise<boolean>): Promise<number> => {
    let losses = 0;
    onConnectionLost(client, () => losses++);
    await eventually(async () => !(await answers()) || losses > 0, { everyMs: 1, what: 'the loss' });
    await eventually(answers, { everyMs: 1, what: 'the connection to be back' });
    return losses;
  };
});
