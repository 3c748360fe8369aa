import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { Redis } from 'ioredis';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { startClusterStore, startSentinelStore } from '../support/redis/redis-stores.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import {
  startTlsClusterStore,
  startTlsSentinelStore,
  startTlsServerStore,
} from '../support/redis/redis-tls-stores.ts';
import type { StandIn, StandInOptions } from '../velocity-stand-in/stand-in.ts';
import { startStandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { complaintsOf } from './log-expectations.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const keys = new RedisKeys('fc:');
const CLIENTS = Array.from({ length: 20 }, (_, index) => `mod-${index}`);
const TIMEOUT_MS = START_TIMEOUT_MS + 60_000;

let stop: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of stop.toReversed()) await end();
  stop = [];
}, START_TIMEOUT_MS);

async function start(options: StandInOptions): Promise<StandIn> {
  const proxy = await startProxy(options);
  stop.push(async () => proxy.stop());
  return proxy;
}

/** Asks as a player who has not asked before. */
async function blockedFor(proxy: StandIn, client: string, features: readonly string[]) {
  const player = await proxy.join({ connected: true });
  const { payload } = await check(player, client, [...features]);
  await player.disconnect();
  return payload?.blocklist;
}

/**
 * Lists from before the start and edits from after it, those of many clients: in a cluster they lie on all
 * masters. Then a permit, on another.
 */
async function expectService(proxy: StandIn, admin: RedisStore['admin']): Promise<void> {
  for (const client of CLIENTS)
    expect(await blockedFor(proxy, client, ['fly', client])).toEqual(['fly', client]);
  for (const client of CLIENTS) await admin.sadd(keys.blocklistOf(client), 'edited');
  for (const client of CLIENTS) {
    const isSeen = async () => (await blockedFor(proxy, client, ['edited']))?.length === 1;
    await eventually(isSeen, { what: `the edit for ${client}` });
  }
  const player = await proxy.join({ connected: true });
  expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
  expect(await admin.pttl(keys.rateLimitOf(subjectOf('checkFeatures', player.uuid)))).toBeGreaterThan(0);
  expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ error: 'RATE_LIMITED' });
  const up = proxy.log.filter((line) => line.includes('Connected to Redis'));
  expect(up).toHaveLength(1);
  expect(complaintsOf(proxy)).toEqual([]);
}

async function fill(admin: RedisStore['admin']): Promise<void> {
  await admin.sadd(keys.blocklistGlobal, 'fly');
  for (const client of CLIENTS) await admin.sadd(keys.blocklistOf(client), client);
}

describe('the plugin, given', () => {
  it.each([
    ['Sentinels', startSentinelStore],
    ['a cluster', startClusterStore],
  ])(
    '%s, reads all lists, sees all edits and takes permits',
    async (_, startStore) => {
      const store = await startStore();
      stop.push(async () => store.stop());
      await fill(store.admin);
      await expectService(await start({ redisUrl: store.url }), store.admin);
    },
    TIMEOUT_MS,
  );
});

describe('a Redis with TLS, whose certificate is of an authority of its own', () => {
  it.each([
    ['a server', startTlsServerStore],
    ['a master behind Sentinels', startTlsSentinelStore],
    ['a cluster', startTlsClusterStore],
  ])(
    'is trusted as %s where REDIS_CA_FILE names that authority',
    async (_, startStore) => {
      const store = await startStore();
      const admin = new Redis(store.serverUrl, { tls: { ca: readFileSync(store.authorityFile) } });
      stop.push(async () => {
        admin.disconnect();
        await store.stop();
      });
      await eventually(() => fill(admin).then(() => true), { what: 'a store that takes writes' });
      const env = { REDIS_CA_FILE: store.authorityFile };
      await expectService(await start({ redisUrl: store.url, env }), admin);
    },
    TIMEOUT_MS,
  );

  it(
    'is not trusted where nobody names it, nor used; a file that holds none is refused with one line',
    async () => {
      const server = await startTlsServerStore();
      stop.push(async () => server.stop());
      const stranger = await startStandIn({ redisUrl: server.url });
      stop.push(async () => stranger.stop());
      await stranger.untilLogged(/Redis at .* is unreachable.*(?:certification|trust)/i);
      const env = { REDIS_CA_FILE: '/nowhere/authority.pem' };
      const misled = await startStandIn({ redisUrl: server.url, env });
      stop.push(async () => misled.stop());
      await misled.untilLogged(
        /feature-control is off: environment variable REDIS_CA_FILE: redis.ca-file must name a file with certificates in PEM form$/,
      );
      const directory = makeTemporaryDirectory();
      directory.write('damaged.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
      const damaged = { REDIS_CA_FILE: join(directory.path, 'damaged.pem') };
      const damagedProxy = await startStandIn({ redisUrl: server.url, env: damaged });
      stop.push(async () => {
        await damagedProxy.stop();
        directory.remove();
      });
      await damagedProxy.untilLogged(
        /feature-control is off: redis.ca-file holds a certificate that cannot be read$/,
      );
    },
    TIMEOUT_MS,
  );
});
