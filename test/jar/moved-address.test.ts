import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const keys = new RedisKeys('fc:');
const TIMEOUT_MS = 60_000;

describe('a Redis whose address leads to another, empty one', () => {
  let store: ServerStore;
  let empty: ServerStore;
  let faults: FaultProxy;
  let proxy: StandIn;

  beforeAll(async () => {
    store = await startServerStore({ persistent: false });
    empty = await startServerStore({ persistent: false });
    faults = await startFaultProxy(store.server.port);
    await store.admin.sadd(keys.blocklistGlobal, 'fly');
    proxy = await startProxy({ redisUrl: faults.url, config: '[blocklists]\nresync-seconds = 1\n' });
    await proxy.untilLogged(/Initial load complete/);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    await faults.stop();
    await empty.stop();
    await store.stop();
  });

  /** Cuts the plugin's connections for commands. The one that reports changes is not affected. */
  const cutCommands = async (admin: Redis): Promise<void> => {
    const list = String(await admin.client('LIST'));
    const own = String(await admin.client('ID'));
    const ids = [...list.matchAll(/^id=(\d+) .*\bflags=N\b/gm)].map(([, id = '']) => id);
    for (const id of ids) if (id !== own) await admin.client('KILL', 'ID', id);
  };

  it(
    'unblocks nothing, although the connection that reports changes was not lost [G18]',
    async () => {
      faults.redirect(empty.server.port);
      await cutCommands(store.admin);
      const isRead = async (): Promise<boolean> => {
        const counts = await empty.admin.info('commandstats');
        return Number(/cmdstat_scard:calls=(\d+)/.exec(counts)?.[1] ?? 0) >= 3;
      };
      await eventually(isRead, { ...PATIENCE, what: 'the empty Redis to be read' });
      const player = await proxy.join({ connected: true });
      expect((await check(player, 'my-mod', ['fly', 'zoom'])).payload?.blocklist).toEqual(['fly']);
      expect(proxy.log.filter((line) => line.includes('Redis came back without its data'))).toHaveLength(1);
    },
    TIMEOUT_MS,
  );
});
