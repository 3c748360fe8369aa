import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { eventually } from '../support/eventually.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import {
  startTlsClusterStore,
  startTlsSentinelStore,
  startTlsServerStore,
} from '../support/redis/redis-tls-stores.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings, joinAdmin, replyTo } from './admin.ts';
import { expectMoved, fill } from './expect-moved.ts';
import { warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

const TIMEOUT_MS = START_TIMEOUT_MS + 60_000;
/** An address without a server. */
const NOWHERE = 'rediss://127.0.0.1:1';
const CA_FILE = 'authority.pem';
const settings = (url: string): string => `[redis]\nurl = "${url}"\n`;
const DAMAGED = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

/** The tests share one proxy, whose plugin moves from one Redis to the next, in this order. */
describe('the plugin, whose Redis has a certificate of a private authority,', () => {
  const stops: (() => Promise<void>)[] = [];
  let directory: TemporaryDirectory;
  let proxy: StandIn;

  beforeAll(async () => {
    directory = makeTemporaryDirectory();
    const env = { REDIS_CA_FILE: join(directory.path, CA_FILE) };
    proxy = await startStandIn({ config: settings(NOWHERE), env });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    // Only now, as the plugin warns about a store that stops.
    for (const stop of stops.toReversed()) await stop();
    directory.remove();
  }, START_TIMEOUT_MS);

  it(
    'is off if REDIS_CA_FILE names no file with certificates, and logs it in one line',
    async () => {
      await proxy.untilLogged(
        /feature-control is off: environment variable REDIS_CA_FILE: redis.ca-file must name a file with certificates in PEM form$/,
      );
      expect(warningsAndErrorsOf(proxy)).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  /** Starts a store with a certificate of a private authority, which it saves, and fills it. */
  const startTlsStore = async (start: typeof startTlsServerStore): Promise<{ admin: Redis; url: string }> => {
    const store = await start();
    stops.push(async () => store.stop());
    const admin = new Redis(store.serverUrl, { tls: { ca: readFileSync(store.caFile) } });
    stops.push(async () => {
      await admin.quit();
    });
    await eventually(() => fill(admin).then(() => true), { what: 'a store that takes writes' });
    copyFileSync(store.caFile, join(directory.path, CA_FILE));
    return { admin, url: store.url };
  };

  it(
    'trusts a server if REDIS_CA_FILE names its authority',
    async () => {
      const { admin, url } = await startTlsStore(startTlsServerStore);
      await expectMoved(proxy, admin, async () => {
        await proxy.stopPlugins();
        await proxy.configure(settings(url));
        await proxy.startPlugins();
        await untilReady(proxy);
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
      const { admin, url } = await startTlsStore(start);
      await expectMoved(proxy, admin, () => applySettings(proxy, settings(url)));
    },
    TIMEOUT_MS,
  );

  it('keeps its settings if the new certificate is damaged', async () => {
    directory.write(CA_FILE, DAMAGED);
    expect(await replyTo(proxy, await joinAdmin(proxy, 'reload'), 'reload', PATIENCE)).toMatch(
      /^Nothing was changed: .*redis.ca-file holds a certificate that cannot be read/,
    );
  });
});
