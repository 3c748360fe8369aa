import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { check } from '../jar/ask.ts';
import { warningsAndErrorsOf } from '../jar/log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from '../jar/start-proxy.ts';
import { startTestSidecar } from '../rest-sidecar/sidecar-under-test.ts';
import { eventually } from '../support/eventually.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';

const keys = new RedisKeys('fc:');
/** Heartbeats are the only data that the programs write without a request. */
const NO_HEARTBEATS = 'Heartbeats are not written: MISCONF';

/** As on a full disk. Such a Redis refuses all writes and each `PING`, but accepts reads. */
describe('a real Redis that cannot save its snapshots', () => {
  let store: ServerStore;

  beforeAll(async () => {
    store = await startServerStore({ persistent: false, settings: ['--save', '3600 1'] });
    await store.admin.sadd(keys.blocklistGlobal, 'fly');
    await store.admin.set(keys.serverOf('lobby'), '{"displayName":"Lobby"}');
    const [, directory = ''] = await store.admin.config('GET', 'dir');
    rmSync(directory, { recursive: true });
    await store.admin.bgsave();
    const isRefused = async () => (await store.admin.ping().catch(String)).includes('MISCONF');
    await eventually(isRefused, { what: 'a refusal' });
  });

  afterAll(async () => {
    // With snapshots enabled, Redis would not shut down.
    await store.admin.config('SET', 'save', '');
    await store.stop();
  });

  /** Waits until each connection has sent `PING` twice. */
  const untilPingsRefused = async (connections: number): Promise<void> => {
    const countRefused = async () => {
      const [, count] =
        /cmdstat_ping:.*rejected_calls=(\d+)/.exec(await store.admin.info('commandstats')) ?? [];
      return Number(count);
    };
    const before = await countRefused();
    await eventually(async () => (await countRefused()) >= before + 2 * connections, PATIENCE);
  };

  it(
    'is read by a proxy that starts',
    async () => {
      const proxy = await startProxy({ redisUrl: store.url, keyPrefix: 'fc:' });
      try {
        await proxy.untilLogged(/Initial load complete/);
        await untilPingsRefused(2);
        const player = await proxy.join({ connected: true });
        expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ payload: { blocklist: ['fly'] } });
        expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ error: 'RATE_LIMITED' });
        expect(warningsAndErrorsOf(proxy)).toEqual([expect.stringContaining(NO_HEARTBEATS)]);
      } finally {
        await proxy.stop();
      }
    },
    START_TIMEOUT_MS,
  );

  it('is read by the sidecar, which stays connected', async () => {
    const sidecar = await startTestSidecar({ redisUrl: store.url, config: { keyPrefix: 'fc:' } });
    try {
      await untilPingsRefused(2);
      await sidecar.shows('/v1/servers?id=lobby', { id: 'lobby', displayName: 'Lobby' });
      expect(sidecar.logger.at('warn')).toEqual([expect.stringContaining(NO_HEARTBEATS)]);
    } finally {
      await sidecar.stop();
    }
  });
});
