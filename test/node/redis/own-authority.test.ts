import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../../../admin/cli/program.ts';
import { parseConfig } from '../../../rest-sidecar/src/config.ts';
import { startSidecar, type Sidecar } from '../../../rest-sidecar/src/sidecar.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { startTlsRedis, type TlsRedis } from '../../support/redis/redis-tls.ts';
import {
  startTlsClusterStore,
  startTlsSentinelStore,
  startTlsServerStore,
  type TlsStore,
} from '../../support/redis/redis-tls-stores.ts';

type Environment = Readonly<Record<string, string>>;

const STORES: [string, () => Promise<TlsStore>][] = [
  ['a server', startTlsServerStore],
  ['a master behind Sentinels', startTlsSentinelStore],
  ['a cluster', startTlsClusterStore],
];

describe.each(STORES)('%s with TLS and a private certificate authority', (_, startStore) => {
  let store: TlsStore;
  let other: TlsRedis;

  beforeAll(async () => {
    store = await startStore();
    other = await startTlsRedis();
  });

  afterAll(async () => {
    await store.stop();
    await other.stop();
  });

  /** Runs `work` with a sidecar that has the given environment, and with its log. */
  const withSidecar = async (
    environment: Environment,
    work: (sidecar: Sidecar, logger: RecordingLogger) => Promise<void>,
  ): Promise<void> => {
    const parsed = parseConfig({ PORT: '0', REDIS_URL: store.url, ...environment });
    if (!parsed.ok) throw new Error(parsed.problem);
    const logger = new RecordingLogger();
    const sidecar = await startSidecar(parsed.config, logger);
    try {
      await work(sidecar, logger);
    } finally {
      await sidecar.stop();
    }
  };

  const getServers = async ({ port }: Sidecar): Promise<number> =>
    (await ask(`http://127.0.0.1:${port}`, '/v1/servers')).status;

  const listTokens = async (environment: Environment) => {
    const printed = { out: '', err: '' };
    const out = (text: string): void => void (printed.out += text);
    const err = (text: string): void => void (printed.err += text);
    const context = { environment, out, err, nowMs: () => Date.now() };
    return { code: await runProgram(['token', 'list'], context), ...printed };
  };

  it('is read by a sidecar that trusts the authority [G8]', async () => {
    await withSidecar({ REDIS_CA_FILE: store.caFile }, async (sidecar) => {
      await eventually(async () => (await getServers(sidecar)) === 200, { what: 'the first load' });
    });
  });

  it.each([
    ['another authority', () => other.caFile],
    ['no private authority', () => ''],
  ])('is not read by a sidecar that trusts %s, which logs the reason [G8]', async (_name, caFile) => {
    await withSidecar({ REDIS_CA_FILE: caFile() }, async (sidecar, logger) => {
      const printed = (): string => logger.at('warn').join('\n');
      await eventually(() => printed().includes('Redis is unreachable'), { what: 'the warning' });
      expect(printed()).toMatch(/Redis is unreachable, reconnecting: .*certificate/);
      expect(await getServers(sidecar)).toBe(503);
    });
  });

  it('is accessible only to a command line that trusts the authority', async () => {
    const REDIS_URL = store.url;
    expect(await listTokens({ REDIS_URL, REDIS_CA_FILE: store.caFile })).toMatchObject({ code: 0 });
    for (const REDIS_CA_FILE of ['', other.caFile]) {
      const { code, err } = await listTokens({ REDIS_URL, REDIS_CA_FILE });
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/cannot be reached: .*certificate/),
      });
    }
  });
});
