import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createUser, urlFor } from '../support/redis/acl-lines.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';

/** The plugin waits 3 s before it logs that a connection for changes is lost. */
const LOST_MS = 4000;

let store: ServerStore;
let faults: FaultProxy;
let proxy: StandIn;

beforeAll(async () => {
  store = await startServerStore();
  const user = await createUser(store.admin, 'fc-plugin');
  await store.admin.call('ACL', 'SETUSER', user.name, '-client|tracking');
  faults = await startFaultProxy(Number(new URL(store.url).port));
  await faults.set({ kind: 'refuse' });
  proxy = await startProxy({ redisUrl: urlFor(user, faults.url) });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  await faults.stop();
  await store.stop();
});

it('is logged with its reason, also if Redis was unreachable first', async () => {
  await proxy.untilLogged(/is unreachable, reconnecting/);
  await delay(LOST_MS);
  expect(proxy.log.join('\n')).not.toContain('are not reported');
  await faults.set({ kind: 'none' });
  await proxy.untilLogged(/Changes in Redis are not reported: .*NOPERM/);
  await delay(LOST_MS);
  expect(proxy.log.filter((line) => line.includes('are not reported'))).toHaveLength(1);
});
