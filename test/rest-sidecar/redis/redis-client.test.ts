import { describe, expect, it } from '@jest/globals';
import { NodeTimers } from '../../../rest-sidecar/src/platform/node-timers.ts';
import { createRedisClient, watchLosses } from '../../../rest-sidecar/src/redis/redis-client.ts';
import type { RedisClient } from '../../../rest-sidecar/src/redis/redis-client.ts';
import { eventually } from '../../support/eventually.ts';
import { placeOf } from '../../support/redis/redis-place.ts';
import { sendToEach, startClusterStore, startServerStore } from '../../support/redis/redis-stores.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';

describe('watchLosses', () => {
  const stores: readonly [string, () => Promise<RedisStore>][] = [
    ['a server', startServerStore],
    ['a cluster', startClusterStore],
  ];

  it.each(stores)(
    'tells of a lost connection to %s before anything is answered on another',
    async (_, start) => {
      const store = await start();
      const client = createRedisClient(placeOf(store.url), { name: 'test-losses', timers: new NodeTimers() });
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

  /** @returns how many losses were told of when commands were answered again that had not been */
  const untilAnswered = async (client: RedisClient, answers: () => Promise<boolean>): Promise<number> => {
    let losses = 0;
    watchLosses(client, () => losses++);
    await eventually(async () => !(await answers()) || losses > 0, { everyMs: 1, what: 'the loss' });
    await eventually(answers, { everyMs: 1, what: 'the connection to be back' });
    return losses;
  };
});
