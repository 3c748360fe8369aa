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
import { warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

const keys = new RedisKeys('fc:');
const CLIENTS = Array.from({ length: 20 }, (_, index) => `mod-${index}`);
const TIMEOUT_MS = START_TIMEOUT_MS + 60_000;
/** An address without a server. */
const NOWHERE = 'rediss://127.0.0.1:1';
const CA_FILE = 'authority.pem';
const DAMAGED = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

interface Story {
  readonly directory: TemporaryDirectory;
  readonly proxy: StandIn;
  /** Writes the URL of another Redis to the settings. */
  use(redisUrl: string): void;
  /** @returns the reply to a reload */
  readonly reload: () => Promise<string>;
  /** Registers the stop of a store for the end, as the plugin warns about a store that stops. */
  afterwards(stop: () => Promise<void>): void;
  end(): Promise<void>;
}

/**
 * Starts a proxy whose plugin moves from one Redis to the next.
 * @param files names of files by environment variable
 */
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

/** Sends a request as a new player. */
async function blockedFor(proxy: StandIn, client: string, features: readonly string[]) {
  const player = await proxy.join({ connected: true });
  const { payload } = await check(player, client, [...features]);
  await player.disconnect();
  return payload?.blocklist;
}

/**
 * Expects that the plugin has loaded existing lists and reads new edits, of many clients so that a cluster
 * has them on all masters. Then expects that it takes a permit.
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

/**
 * Expects that the plugin moves to another store with one connection and without warnings.
 * @param admin a client of that store
 * @param move makes the plugin use that store
 */
async function expectMoved(
  { proxy }: Story,
  admin: RedisStore['admin'],
  move: () => Promise<void>,
): Promise<void> {
  const connections = (): number => proxy.log.filter((line) => line.includes('Connected to Redis')).length;
  const before = { connections: connections(), problems: warningsAndErrorsOf(proxy) };
  await move();
  await expectService(proxy, admin);
  expect(connections()).toBe(before.connections + 1);
  expect(warningsAndErrorsOf(proxy)).toEqual(before.problems);
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
    'reads all lists and edits, and takes permits, with %s',
    async (_, startStore) => {
      const store = await startStore();
      story.afterwards(async () => store.stop());
      await fill(store.admin);
      story.use(store.url);
      await expectMoved(story, store.admin, async () => expectApplied(story));
    },
    TIMEOUT_MS,
  );
});

/** The tests run in this order, each building on the previous ones. */
describe('the plugin, whose Redis has a certificate of a private authority,', () => {
  let story: Story;

  beforeAll(async () => {
    story = await startStory(NOWHERE, { REDIS_CA_FILE: CA_FILE });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await story.end();
  }, START_TIMEOUT_MS);

  /** Starts a store, fills it once it accepts writes, and writes its URL and authority to the settings. */
  const startStore = async (start: typeof startTlsServerStore): Promise<Redis> => {
    const store = await start();
    story.afterwards(async () => store.stop());
    const admin = new Redis(store.serverUrl, { tls: { ca: readFileSync(store.caFile) } });
    story.afterwards(async () => {
      await admin.quit();
    });
    await eventually(() => fill(admin).then(() => true), { what: 'a store that takes writes' });
    story.use(store.url);
    copyFileSync(store.caFile, join(story.directory.path, CA_FILE));
    return admin;
  };

  it(
    'is off if REDIS_CA_FILE names no file with certificates, and logs it in one line',
    async () => {
      await story.proxy.untilLogged(
        /feature-control is off: environment variable REDIS_CA_FILE: redis.ca-file must name a file with certificates in PEM form$/,
      );
      expect(warningsAndErrorsOf(story.proxy)).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it(
    'trusts a server if REDIS_CA_FILE names its authority',
    async () => {
      await expectMoved(story, await startStore(startTlsServerStore), async () => {
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
    'trusts %s if REDIS_CA_FILE names its authority',
    async (_, start) => {
      await expectMoved(story, await startStore(start), async () => expectApplied(story));
    },
    TIMEOUT_MS,
  );

  it('keeps its settings if the new certificate is damaged', async () => {
    story.directory.write(CA_FILE, DAMAGED);
    expect(await story.reload()).toMatch(
      /^Nothing was changed: .*redis.ca-file holds a certificate that cannot be read/,
    );
  });
});
