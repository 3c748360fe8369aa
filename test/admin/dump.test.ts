import { readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { hashOf } from '../../admin/server/access/token.ts';
import { clientList } from '../../shared/feature-control/blocklist-name.ts';
import { VERSION } from '../../shared/version.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy } from '../support/faults/fault-proxy.ts';
import type { FaultProxy } from '../support/faults/fault-proxy.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { heartbeatOf } from '../support/redis/heartbeat-of.ts';
import { testRedisUrl } from '../support/redis/redis.ts';
import { createCli } from './cli/run-cli.ts';
import type { CliResult } from './cli/run-cli.ts';
import { startAdminServerUnderTest } from './server/admin-server-under-test.ts';
import type { AdminServerUnderTest } from './server/admin-server-under-test.ts';

/** What must not be in a dump, by where it is planted. */
const SECRETS = {
  settings: {
    user: 'operator-alice',
    password: `hunter2 "p@ss:wörd`,
    mappedHost: 'nat-gateway',
    mappedAddress: '203.0.113.7',
    webhookPath: 'wEbHoOkPaTh',
    webhookSecret: `whsec_${'Q'.repeat(43)}=`,
  },
  heartbeats: {
    host: 'mc-prod-7',
    token: 'fct_3q2-7wAAAADerb7v',
    player: '069A79F4-44E9-4726-A5BE-FCA90E38AAF5',
    playerWithoutHyphens: '853c80ef3c3749fdaa49938b674adae6',
  },
  warnings: {
    address: '198.51.100.23',
    privateAddress: '10.20.30.40',
    ipv6: '2001:db8:77::15',
    fullIpv6: '2001:db8:0:0:0:0:0:7',
    email: 'eve.smith@example.com',
    home: '/home/eve',
    windowsHome: String.raw`C:\Users\Mallory`,
    urlUser: 'bob',
    urlPassword: 's3cr3t',
    urlHost: 'hooks.example.net',
    urlPath: 'sEcReTpAtH',
    bareHost: 'db01',
    domain: 'redis.internal.example',
    assigned: 'corr3ct-horse',
    afterEscape: '10.99.98.97',
    uuidAfterEscape: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
  },
  lists: { client: 'carol@mail.example', server: 'play.example-network.org', feature: '192.0.2.99' },
  keys: { unknown: 'f47ac10b-58cc-4372-a567-0e02b2c3d479', event: 'party.example.org', trade: '192.0.2.77' },
  history: { reason: 'for dave@example.org at 192.0.2.44', actor: 'frank' },
  tokens: { name: "Grace's laptop" },
  errors: { host: 'sentinel-3', address: '192.0.2.66' },
} as const;

const { errors, heartbeats, history, keys: inKeys, lists, settings, tokens, warnings } = SECRETS;

const WARNINGS = [
  `2026-11-27T20:15:00.123Z Redis at ${warnings.bareHost}:6379 is unreachable: [${warnings.ipv6}]:6379 refuses`,
  `${warnings.address}, ${warnings.privateAddress}:25565 and ${warnings.fullIpv6} of ${warnings.email}`,
  `${warnings.home}/redis.pem and ${warnings.windowsHome}\\redis.pem cannot be read, see docs/redis.md`,
  `POST https://${warnings.urlUser}:${warnings.urlPassword}@${warnings.urlHost}/hooks/${warnings.urlPath} failed`,
  `getaddrinfo ENOTFOUND ${warnings.domain}, again ${warnings.address}, password=${warnings.assigned}`,
  String.raw`\u0000${warnings.afterEscape} \u000a${warnings.uuidAfterEscape}`,
];

let admin: AdminServerUnderTest;
let faults: FaultProxy;
let token: string;
let environment: Record<string, string>;
const directory = useTemporaryDirectory();

beforeAll(async () => {
  faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
  const login = `${settings.user}:${encodeURIComponent(settings.password)}`;
  environment = {
    REDIS_URL: faults.url.replace('//', `//${login}@`),
    REDIS_NAT_MAP: `${settings.mappedAddress}:6379=${settings.mappedHost}:7000`,
    WEBHOOK_URL: `http://127.0.0.1:1/${settings.webhookPath}`,
    WEBHOOK_SECRET: settings.webhookSecret,
    RESYNC_SECOND: '5',
  };
  admin = await startAdminServerUnderTest(environment, async ({ keys, redis }) => {
    environment['KEY_PREFIX'] = keys.blocklistGlobal.replace('blocklist:global', '');
    await redis.call('ACL', 'SETUSER', settings.user, 'on', `>${settings.password}`, '~*', '&*', '+@all');
    await redis.set(keys.blocklistKey(clientList(lists.client)), lists.feature);
    await redis.sadd(keys.blocklistKey({ type: 'server', name: lists.server }), 'fly');
    await redis.set(`${environment['KEY_PREFIX']}oops:${inKeys.unknown}`, '1');
    await redis.set(keys.eventOf(inKeys.event), inKeys.trade);
  });
  token = await admin.issue('metrics:read blocklists:write', { name: tokens.name });
  const cli = createCli();
  const edit = ['block', 'fly', '--reason', history.reason, '--as', history.actor];
  await cli.runWith({ environment }, ...edit);
  await eventually(async () => (await admin.redis.keys(`${admin.keys.programs}*`)).length > 0, {
    what: "the server's heartbeat",
  });
});

beforeEach(async () => {
  // It expires only if its program writes it.
  const record = heartbeatOf(`${heartbeats.host}:25577`, {
    version: heartbeats.token,
    health: 'degraded',
    mods: JSON.stringify({ [heartbeats.player]: 3, [heartbeats.playerWithoutHyphens]: 1 }),
    warnings: JSON.stringify(WARNINGS),
  });
  await admin.redis.hset(admin.keys.programOf('proxy', '0123456789abcdef'), record);
});

afterAll(async () => {
  await admin.stopServer();
  await admin.redis.call('ACL', 'DELUSER', settings.user);
  await admin.stop();
  await faults.stop();
});

const dump = async (...args: string[]): Promise<CliResult> =>
  await createCli().runWith({ environment }, 'dump', ...args);

/** The dump of the command line, and that of the server once it contains a text. */
async function dumpBoth(text: string): Promise<readonly [string, string]> {
  const { code, out, err } = await dump('--out', '-');
  expect([code, err]).toStrictEqual([0, ['Read it before you share it.']]);
  const ofServer = await eventually(
    async () => {
      const { body, status } = await admin.ask('/v1/console/dump', token);
      const served = JSON.stringify(body, null, 2);
      return status === 200 && served.includes(text) && served;
    },
    { what: text },
  );
  return [out.join('\n'), ofServer];
}

/** @returns the planted secrets that a text contains, in any case */
function secretsIn(text: string): string[] {
  const planted = Object.values(SECRETS).flatMap((places) => Object.values<string>(places));
  const all = [
    ...planted,
    'p@ss:wörd',
    encodeURIComponent(settings.password),
    token,
    hashOf(token),
    `${hostname()}:`,
  ];
  expect(all.length).toBeGreaterThan(30);
  const found = (secret: string): boolean =>
    text.toLowerCase().includes(JSON.stringify(secret).slice(1, -1).toLowerCase());
  return all.filter(found);
}

it('a dump has the state of the network, and no planted secret', async () => {
  for (const text of await dumpBoth('docs/redis.md')) {
    expect(secretsIn(text)).toStrictEqual([]);
    expect(JSON.parse(text)).toMatchObject({
      versions: { 'feature-control': VERSION, node: process.version },
      settings: {
        REDIS_URL: `redis://<credentials>@127.0.0.1:${faults.port}`,
        REDIS_NAT_MAP: expect.stringMatching(/^<private \d+>:6379=<private \d+>:7000$/),
        WEBHOOK_URL: '<set>',
      },
      misspelt: ['RESYNC_SECOND is not a setting: did you mean RESYNC_SECONDS?'],
      redis: [{ endpoint: `127.0.0.1:${faults.port}`, redis_mode: 'standalone' }],
      sizes: { 'blocklist:': { keys: 3, features: 2 }, 'audit:{blocklist:': { keys: 1 } },
      doctor: expect.arrayContaining([
        expect.objectContaining({
          check: 'programs',
          text: expect.stringMatching(/^The proxy <private \d+>:25577 is degraded/),
        }),
        expect.objectContaining({ check: 'values', text: expect.stringContaining('It is not') }),
      ]),
      programs: expect.arrayContaining([
        expect.objectContaining({
          kind: 'proxy',
          health: 'degraded',
          version: expect.stringMatching(/^<private/),
        }),
        expect.objectContaining({ kind: 'admin', version: VERSION }),
      ]),
    });
    const { programs } = JSON.parse(text) as { programs: { kind: string; warnings: readonly string[] }[] };
    const [first = '', second = '', third = '', fourth = '', fifth = ''] =
      programs.find(({ kind }) => kind === 'proxy')?.warnings ?? [];
    expect(first).toMatch(
      /^2026-11-27T20:15:00\.123Z Redis at <private \d+>:6379 is unreachable: \[<private \d+>\]:6379 refuses$/,
    );
    expect(third).toMatch(/^<private \d+> and <private \d+> cannot be read, see docs\/redis\.md$/);
    expect(fourth).toMatch(/^POST <private \d+> failed$/);
    // Readers can tell two apart, and recognise one.
    const places = second.match(/<private \d+>/g) ?? [];
    expect(new Set(places).size).toBe(4);
    expect(fifth).toContain(`again ${places[0] ?? ''}, password=<private`);
  }
});

it('a dump names what Redis refuses, without the secrets in the error', async () => {
  const error = `NOPERM User ${settings.user} has no permissions at ${errors.host}:26379 (${errors.address}): AUTH ${settings.password}`;
  await faults.set({ kind: 'error', error, commands: ['INFO', 'TYPE'] });
  for (const text of await dumpBoth('NOPERM')) {
    expect(secretsIn(text)).toStrictEqual([]);
    const problem = expect.stringMatching(
      /^NOPERM User <private \d+> has no permissions at <private \d+>:26379 \(<private \d+>\)/,
    );
    expect(JSON.parse(text)).toMatchObject({ redis: { problem }, sizes: {}, doctor: {} });
  }
  await faults.set({ kind: 'none' });
});

it('while Redis is down, a dump has the reason and what is known, and every page is served', async () => {
  await faults.set({ kind: 'refuse' });
  faults.dropConnections();
  const [ofCommand, ofServer] = await dumpBoth('refuses connections');
  for (const text of [ofCommand, ofServer]) {
    expect(secretsIn(text)).toStrictEqual([]);
    const problem = `Redis at 127.0.0.1:${faults.port} cannot be reached: 127.0.0.1:${faults.port} refuses connections: start Redis there, or correct the address`;
    expect(JSON.parse(text)).toMatchObject({ versions: {}, settings: {}, redis: { problem } });
  }
  expect(JSON.parse(ofServer)).toMatchObject({
    programs: expect.arrayContaining([expect.objectContaining({ kind: 'proxy' })]),
    warnings: expect.arrayContaining([expect.stringContaining('Redis is unreachable')]),
  });
  for (const page of ['/metrics', '/v1/console/programs', '/v1/console/rejected', '/v1/session'])
    expect((await admin.ask(page, token)).status).toBe(200);
  await faults.set({ kind: 'none' });
  await eventually(async () => (await admin.ask('/ready')).status === 200, { what: 'Redis' });
});

it('a dump takes no longer for texts that are made to be slow, and is not longer for long ones', async () => {
  const { keys, redis } = admin;
  const hostile = ['a.', '1:', '-', 'a@', 'http://', '::', 'A1'].map((part) =>
    part.repeat(10_000).slice(0, 10_000),
  );
  const key = keys.programOf('proxy', '0123456789abcdef');
  await redis.hset(key, { warnings: JSON.stringify(hostile.slice(0, 4)), version: 'a'.repeat(255) });
  for (const text of hostile) {
    await redis.set(keys.eventOf(text), '1');
    await redis.set(`${environment['KEY_PREFIX'] ?? ''}${text}`, '1');
  }
  // The cost of the whole command, of which redacting is a part, is that of reading and printing.
  const { cpuTime, length } = await dumpCost();
  expect(cpuTime).toBeLessThan(5000);
  expect(length).toBeLessThan(100_000);
  await redis.del(
    hostile.flatMap((text) => [keys.eventOf(text), `${environment['KEY_PREFIX'] ?? ''}${text}`]),
  );
});

/** Processor time in milliseconds, and length of a dump. */
async function dumpCost(): Promise<{ readonly cpuTime: number; readonly length: number }> {
  const before = process.cpuUsage();
  const { out } = await dump('--out', '-');
  const { system, user } = process.cpuUsage(before);
  return { cpuTime: (system + user) / 1000, length: out.join('\n').length };
}

it('the command creates a file that only its user may read, and replaces none', async () => {
  const file = `${directory.path}/dump.json`;
  expect(await dump('--out', file)).toStrictEqual({
    code: 0,
    out: [],
    err: [`Wrote ${file}. Read it before you share it.`],
  });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ redis: [{}], sizes: {} });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { code, err } = await dump('--out', file);
  expect([code, err]).toStrictEqual([1, [`feature-control: ${file} exists: name another file with --out`]]);
});
