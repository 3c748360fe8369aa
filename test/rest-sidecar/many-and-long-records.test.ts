import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { commandCounts } from '../support/redis/command-counts.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';
import type { ServerStore } from '../support/redis/redis-stores.ts';
import { startTestSidecar, type SidecarUnderTest } from './sidecar-under-test.ts';

const RECORDS = 10_000;
const ADD_RECORDS =
  "for id = 1, ARGV[1] do redis.call('SET', 'fc:server:' .. id, '{\"displayName\":\"x\"}') end";

describe('the sidecar', () => {
  let store: ServerStore;
  let sidecar: SidecarUnderTest;

  beforeAll(async () => {
    store = await startServerStore({ persistent: false });
    await store.admin.set('fc:server:long', `{"displayName":"${'x'.repeat(20_000_000)}"}`);
    await store.admin.eval(ADD_RECORDS, 0, RECORDS);
    await store.admin.config('RESETSTAT');
    const config = { keyPrefix: 'fc:', resyncMs: 86_400_000 };
    sidecar = await startTestSidecar({ redisUrl: store.url, config });
  });

  afterAll(async () => {
    await sidecar.stop();
    await store.stop();
  });

  const countServers = async () =>
    Object.keys(JSON.parse((await sidecar.get('/v1/servers')).text) as object).length;

  it('rejects a record of 20 MB by its length, without reading it, and serves the others [G26]', async () => {
    expect(await countServers()).toBe(RECORDS);
    expect(sidecar.logger.at('warn')).toContain(
      'Rejected "fc:server:long": It has 20000018 bytes; at most 1048576 are read.',
    );
    // On a busy machine, records are read again after a time-out.
    const [, sentBytes = ''] = /total_net_output_bytes:(\d+)/.exec(await store.admin.info('stats')) ?? [];
    expect(Number(sentBytes)).toBeLessThan(20_000_000);
  });

  it('removes all records after a flush, without reading any of them again', async () => {
    await store.admin.config('RESETSTAT');
    await store.admin.flushall();
    await eventually(async () => (await countServers()) === 0, { what: 'no servers' });
    const counts = await commandCounts(store.admin);
    expect([counts.get('strlen'), counts.get('get')]).toEqual([undefined, undefined]);
  });
});
