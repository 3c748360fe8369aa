import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../../../admin/cli/program.ts';
import { SystemClock } from '../../../node/system-clock.ts';
import { parseConfig } from '../../../rest-sidecar/src/config.ts';
import { startSidecar, type Sidecar } from '../../../rest-sidecar/src/sidecar.ts';
import { RecentWarnings } from '../../../shared/recent-warnings.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { ask } from '../../support/http/http.ts';
import {
  startTlsClusterStore,
  startTlsSentinelStore,
  startTlsServerStore,
  type TlsStore,
} from '../../support/redis/redis-tls-stores.ts';
import { startTlsRedis, tlsVariables } from '../../support/redis/redis-tls.ts';
import { useStarted } from '../../support/use-started.ts';

type Environment = Readonly<Record<string, string>>;

const STORES: [string, () => Promise<TlsStore>][] = [
  ['a server', startTlsServerStore],
  ['a master behind Sentinels', startTlsSentinelStore],
  ['a cluster', startTlsClusterStore],
];

describe.each(STORES)('%s with TLS, a private authority, and certificates of clients', (_, startStore) => {
  const store = useStarted(startStore);
  const other = useStarted(startTlsRedis);

  /** Runs `work` with a sidecar that has the given environment, and with its log. */
  const withSidecar = async (
    environment: Environment,
    work: (sidecar: Sidecar, logger: RecordingLogger) => Promise<void>,
  ): Promise<void> => {
    const parsed = parseConfig({
      PORT: '0',
      REDIS_URL: store.url,
      REDIS_NAT_MAP: store.natMap,
      ...environment,
    });
    if (!parsed.ok) throw new Error(parsed.problem);
    const logger = new RecordingLogger();
    const sidecar = await startSidecar(parsed.value.config, new RecentWarnings(logger, new SystemClock()));
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

  /** Variables of programs that cannot connect, with the reason. */
  const WRONG: readonly (readonly [what: string, variables: () => Environment, reason: string])[] = [
    [
      'another authority',
      () => ({ ...tlsVariables(store.files), REDIS_CA_FILE: other.files.ca }),
      'has a certificate of an authority that is not trusted: name the authority in REDIS_CA_FILE',
    ],
    [
      'no private authority',
      () => ({ ...tlsVariables(store.files), REDIS_CA_FILE: '' }),
      'has a certificate of an authority that is not trusted: name the authority in REDIS_CA_FILE',
    ],
    [
      'no certificate of its own',
      () => ({ REDIS_CA_FILE: store.files.ca }),
      'requires a certificate of the client: set REDIS_CERT_FILE and REDIS_KEY_FILE',
    ],
    [
      'a certificate of another authority',
      () => ({ ...tlsVariables(other.files), REDIS_CA_FILE: store.files.ca }),
      'refuses the certificate of the client: use one of an authority that Redis trusts',
    ],
  ];

  it('is read by a sidecar that has the certificates [G8]', async () => {
    await withSidecar(tlsVariables(store.files), async (sidecar) => {
      await eventually(async () => (await getServers(sidecar)) === 200, { what: 'the first load' });
    });
  });

  it.each(WRONG)(
    'is not read by a sidecar with %s, which logs the reason in one line [G8]',
    async (...row) => {
      const [, variables, reason] = row;
      await withSidecar(variables(), async (sidecar, logger) => {
        const line = `Redis is unreachable, reconnecting: ${store.address} ${reason}`;
        await eventually(() => logger.at('warn').includes(line), { what: 'the warning' });
        expect(await getServers(sidecar)).toBe(503);
      });
    },
  );

  it('is accessible only to a command line that has the certificates', async () => {
    const redis = { REDIS_URL: store.url, REDIS_NAT_MAP: store.natMap };
    expect(await listTokens({ ...redis, ...tlsVariables(store.files) })).toMatchObject({ code: 0 });
    for (const [, variables, reason] of WRONG) {
      // On a busy machine, the end of the connection may arrive before its reason.
      await eventually(async () => {
        const { code, err } = await listTokens({ ...redis, ...variables() });
        expect(code).toBe(2);
        return err.includes(`${store.address} ${reason}`);
      });
    }
  });
});
