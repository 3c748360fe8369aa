import { copyFileSync } from 'node:fs';
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
import { startTlsRedis, tlsOptions } from '../support/redis/redis-tls.ts';
import type { TlsFiles } from '../support/redis/redis-tls.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings, joinAdmin, replyTo } from './admin.ts';
import { expectMoved, fill } from './expect-moved.ts';
import { warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

const TIMEOUT_MS = START_TIMEOUT_MS + 60_000;
/** An address without a server. */
const NOWHERE = 'rediss://127.0.0.1:1';
const FILES = {
  REDIS_CA_FILE: 'authority.pem',
  REDIS_CERT_FILE: 'certificate.pem',
  REDIS_KEY_FILE: 'key.pem',
};
const settings = (url: string, natMap = ''): string => `[redis]\nurl = "${url}"\nnat-map = "${natMap}"\n`;
const DAMAGED = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

/** The tests share one proxy, whose plugin moves from one Redis to the next, in this order. */
describe('the plugin, whose Redis has a private authority and requires certificates of clients,', () => {
  const stops: (() => Promise<void>)[] = [];
  let directory: TemporaryDirectory;
  let proxy: StandIn;

  beforeAll(async () => {
    directory = makeTemporaryDirectory();
    const env: Record<string, string> = {};
    for (const [name, file] of Object.entries(FILES)) env[name] = join(directory.path, file);
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

  const save = ({ ca, cert, key }: TlsFiles): void => {
    copyFileSync(ca, join(directory.path, FILES.REDIS_CA_FILE));
    copyFileSync(cert, join(directory.path, FILES.REDIS_CERT_FILE));
    copyFileSync(key, join(directory.path, FILES.REDIS_KEY_FILE));
  };

  /** Starts a store, saves its certificates, and fills it. */
  const startTlsStore = async (start: typeof startTlsServerStore) => {
    const store = await start();
    stops.push(async () => store.stop());
    const admin = new Redis(store.serverUrl, tlsOptions(store.files));
    stops.push(async () => {
      await admin.quit();
    });
    await eventually(() => fill(admin).then(() => true), { what: 'a store that takes writes' });
    save(store.files);
    return { admin, store };
  };

  it(
    'uses a server with the certificates that the variables name',
    async () => {
      const { admin, store } = await startTlsStore(startTlsServerStore);
      await expectMoved(proxy, admin, async () => {
        await proxy.stopPlugins();
        await proxy.configure(settings(store.url));
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
    'uses %s with the certificates that the variables name',
    async (_, start) => {
      const { admin, store } = await startTlsStore(start);
      await expectMoved(proxy, admin, () => applySettings(proxy, settings(store.url, store.natMap)));
    },
    TIMEOUT_MS,
  );

  const reload = async (): Promise<string> =>
    await replyTo(proxy, await joinAdmin(proxy, 'reload'), 'reload', PATIENCE);

  it.each([
    ['REDIS_CA_FILE', 'authority that is not trusted: name the authority in REDIS_CA_FILE'],
    ['REDIS_CERT_FILE', 'refuses the certificate of the client'],
  ] as const)(
    'logs the reason in one line if %s is of another authority',
    async (variable, reason) => {
      const { store } = await startTlsStore(startTlsServerStore);
      const other = await startTlsRedis();
      save(
        variable === 'REDIS_CA_FILE'
          ? { ...store.files, ca: other.files.ca }
          : { ...other.files, ca: store.files.ca },
      );
      await other.stop();
      await proxy.configure(settings(store.url));
      expect(await reload()).toMatch(/^Nothing was changed: Redis cannot be reached/);
      const lines = proxy.log.filter((line) => line.includes(`Redis at ${store.address} is unreachable`));
      expect(lines).toEqual([expect.stringContaining(reason)]);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['REDIS_CA_FILE', 'redis.ca-file must name a file with certificates in PEM form'],
    ['REDIS_KEY_FILE', 'redis.key-file a file with a private key'],
  ] as const)('keeps its settings if the file of %s is damaged', async (variable, problem) => {
    const whole = await startTlsRedis();
    save(whole.files);
    await whole.stop();
    directory.write(FILES[variable], DAMAGED);
    expect(await reload()).toMatch(new RegExp(`^Nothing was changed: .*${problem}`));
  });
});
