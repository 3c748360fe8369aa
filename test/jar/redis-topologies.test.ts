import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { startClusterStore, startSentinelStore } from '../support/redis/redis-stores.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import {
  startTlsClusterStore,
  startTlsSentinelStore,
  startTlsServerStore,
} from '../support/redis/redis-tls-stores.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { joinAdmin, replyTo } from './admin.ts';
import { check } from './ask.ts';
import { complaintsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

const keys = new RedisKeys('fc:');
const CLIENTS = Array.from({ length: 20 }, (_, index) => `mod-${index}`);
const TIMEOUT_MS = START_TIMEOUT_MS + 60_000;
/** Nobody listens there. */
const NOWHERE = 'rediss://127.0.0.1:1';
const CA_FILE = 'authority.pem';
const DAMAGED = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

interface Story {
  readonly directory: TemporaryDirectory;
  readonly proxy: StandIn;
  /** Leads the plugin to another Redis, named in its settings. */
  use(redisUrl: string): void;
  /** @returns the reply to a reload */
  readonly reload: () => Promise<string>;
  /** Called with what stops a store: it stays until the end, as one that goes away is complained of. */
  afterwards(stop: () => Promise<void>): void;
  end(): Promise<void>;
}

/** One proxy, whose plugin is led from one Redis to the next. @param files names of files, by variable */
async function startStory(redisUrl: string, files: Readonly<Record<string, string>> = {}): Promise<Story> {
  const directory = makeTemporaryDirectory();
  const use = (url: string): void => {
    directory.write('feature-control/config.toml', `[redis]\nurl = "${url}"\n`);
  };
  use(redisUrl);
  const env = Object.fromEntries(
    Object.entries(files).map(([variable, file]) => [variable, join(directory.path, file)]),
  );
  const proxy = await startStandIn({ pluginsDirectory: directory.path, env });
  const stops: (() => Promise<void>)[] = [];
  return {
    ...{ directory, proxy, use },
    async reload() {
      return await replyTo(proxy, await joinAdmin(proxy, 'reload'), 'reload', PATIENCE);
    },
    afterwards(stop) {
      stops.push(stop);
    },
    async end() {
      await proxy.stop();
      for (const stop of stops.toReversed()) await stop();
      directory.remove();
    },
  };
}

/** Asks as a player who has not asked before. */
async function blockedFor(proxy: StandIn, client: string, features: readonly string[]) {
  const player = await proxy.join({ connected: true });
  const { payload } = await check(player, client, [...features]);
  await player.disconnect();
  return payload?.blocklist;
}

/**
 * Lists from before and edits from after the plugin was led there, those of many clients: in a cluster they
 * lie on all masters. Then a permit, on another.
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
}

/** @param lead leads the plugin to that administrator's store: on one connection, without a complaint */
async function expectLed(
  { proxy }: Story,
  admin: RedisStore['admin'],
  lead: () => Promise<void>,
): Promise<void> {
  const connections = (): number => proxy.log.filter((line) => line.includes('Connected to Redis')).length;
  const before = { connections: connections(), complaints: complaintsOf(proxy) };
  await lead();
  await expectService(proxy, admin);
  expect(connections()).toBe(before.connections + 1);
  expect(complaintsOf(proxy)).toEqual(before.complaints);
}

async function expectApplied({ reload }: Pick<Story, 'reload'>): Promise<void> {
  expect(await reload()).toMatch(/^The settings are applied\./);
}

async function fill(admin: RedisStore['admin']): Promise<void> {
  await admin.sadd(keys.blocklistGlobal, 'fly');
  for (const client of CLIENTS) await admin.sadd(keys.blocklistOf(client), client);
}

describe('the plugin', () => {
  let story: Story;

  beforeAll(async () => {
    story = await startStory(NOWHERE);
    await untilReady(story.proxy);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await story.end();
  }, START_TIMEOUT_MS);

  it.each([
    ['Sentinels', startSentinelStore],
    ['a cluster', startClusterStore],
  ])(
    'reads all lists, sees all edits and takes permits, given %s',
    async (_, startStore) => {
      const store = await startStore();
      story.afterwards(async () => store.stop());
      await fill(store.admin);
      story.use(store.url);
      await expectLed(story, store.admin, async () => expectApplied(story));
    },
    TIMEOUT_MS,
  );
});

/** One story, in this order. */
describe('the plugin, whose Redis has a certificate of an authority of its own,', () => {
  let story: Story;

  beforeAll(async () => {
    story = await startStory(NOWHERE, { REDIS_CA_FILE: CA_FILE });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await story.end();
  }, START_TIMEOUT_MS);

  /** Starts a store, names it and its authority, and fills it once it takes writes. */
  const startStore = async (start: typeof startTlsServerStore): Promise<Redis> => {
    const store = await start();
    story.afterwards(async () => store.stop());
    const admin = new Redis(store.serverUrl, { tls: { ca: readFileSync(store.authorityFile) } });
    story.afterwards(async () => {
      await admin.quit();
    });
    await eventually(() => fill(admin).then(() => true), { what: 'a store that takes writes' });
    story.use(store.url);
    copyFileSync(store.authorityFile, join(story.directory.path, CA_FILE));
    return admin;
  };

  it(
    'is off where REDIS_CA_FILE names no file with certificates, and says so in one line',
    async () => {
      await story.proxy.untilLogged(
        /feature-control is off: environment variable REDIS_CA_FILE: redis.ca-file must name a file with certificates in PEM form$/,
      );
      expect(complaintsOf(story.proxy)).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it(
    'trusts a server where REDIS_CA_FILE names that authority',
    async () => {
      await expectLed(story, await startStore(startTlsServerStore), async () => {
        await story.proxy.stopPlugins();
        await story.proxy.startPlugins();
        await untilReady(story.proxy);
      });
    },
    TIMEOUT_MS,
  );

  it.each([
    ['a master behind Sentinels', startTlsSentinelStore],
    ['a cluster', startTlsClusterStore],
  ])(
    'trusts %s where REDIS_CA_FILE names that authority',
    async (_, start) => {
      await expectLed(story, await startStore(start), async () => expectApplied(story));
    },
    TIMEOUT_MS,
  );

  it('keeps to it where the certificate of another is damaged', async () => {
    story.directory.write(CA_FILE, DAMAGED);
    expect(await story.reload()).toMatch(
      /^Nothing was changed: .*redis.ca-file holds a certificate that cannot be read/,
    );
  });
});
