import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startTestSidecar } from '../rest-sidecar/sidecar-under-test.ts';
import type { SidecarUnderTest } from '../rest-sidecar/sidecar-under-test.ts';
import { eventually } from '../support/eventually.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';
import type { ServerStore } from '../support/redis/redis-stores.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { PATIENCE, START_TIMEOUT_MS } from './start-proxy.ts';

const keys = new RedisKeys('fc:');
const OWN = '{"displayName":"Our lobby","icon":"star"}';
const INVALID = 'not JSON';

let store: ServerStore;
let sidecar: SidecarUnderTest;
let proxy: StandIn;

beforeAll(async () => {
  store = await startServerStore();
  sidecar = await startTestSidecar({ redisUrl: store.url, config: { keyPrefix: 'fc:' } });
  proxy = await sharedProxy(settings(''));
  const player = await proxy.join();
  for (const server of ['lobby', 'broken', 'Sky Block', '']) await player.switchServer(server);
}, START_TIMEOUT_MS);

afterAll(async () => {
  await sidecar.stop();
  await store.stop();
});

const settings = (publish: string, url = store.url): string => redisSettings('fc:', url) + publish;
const ON = '[servers]\npublish = true\n';
const warnings = (): readonly string[] => proxy.log.filter((line) => line.includes('not published'));

it('by default, no server is published', async () => {
  await applySettings(proxy, settings(''));
  expect(await store.admin.keys(`${keys.servers}*`)).toEqual([]);
});

it('servers without a record are published, and records are never changed', async () => {
  await store.admin.mset(keys.serverOf('lobby'), OWN, keys.serverOf('broken'), INVALID);
  await applySettings(proxy, settings(ON));
  await sidecar.shows('/v1/servers?id=Sky%20Block', { id: 'Sky Block', displayName: 'Sky Block' });
  expect(await store.admin.mget(keys.serverOf('lobby'), keys.serverOf('broken'))).toEqual([OWN, INVALID]);
  expect(await store.admin.exists(keys.servers)).toBe(0);
  expect(warnings()).toEqual([expect.stringContaining('whose name is empty')]);
});

it('they are published again after Redis has lost its data', async () => {
  await store.server.kill();
  await store.server.restart({ empty: true });
  const isPublished = async (): Promise<boolean> => (await store.admin.exists(keys.serverOf('lobby'))) === 1;
  await eventually(isPublished, PATIENCE);
});

it('they are published again after all keys were flushed, without a new connection', async () => {
  await store.admin.flushall();
  const isPublished = async (): Promise<boolean> => (await store.admin.exists(keys.serverOf('lobby'))) === 1;
  await eventually(isPublished, PATIENCE);
});

it('a refusal is one warning, and the next connection tries again', async () => {
  await store.admin.del(keys.serverOf('lobby'));
  await store.admin.acl('SETUSER', 'proxy', 'on', '>secret', '~*', '&*', '+@all', '-set');
  const before = warnings().length;
  await applySettings(proxy, settings(ON, store.url.replace('//', '//proxy:secret@')));
  await proxy.untilLogged(/Servers are not published until the next connection to Redis: NOPERM/);
  // The other one is about the empty name.
  expect(warnings()).toHaveLength(before + 2);
  await store.admin.acl('SETUSER', 'proxy', '+set');
  await store.admin.client('KILL', 'USER', 'proxy');
  await eventually(async () => (await store.admin.exists(keys.serverOf('lobby'))) === 1, PATIENCE);
});
