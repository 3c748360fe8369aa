import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { BRIDGES } from '../../shared/bridges/bridges.ts';
import { NEUTRAL_NAMES } from '../../shared/bridges/neutral-names.ts';
import { resolveControls } from '../../shared/bridges/resolve-controls.ts';
import { eventually } from '../support/eventually.ts';
import { blocklistsOf } from '../support/fakes/memory-blocklist-store.ts';
import { callInNode } from '../support/processes/call-in-node.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import {
  runCheck,
  startDevelopmentProxy,
  type CheckRun,
  type DevelopmentProxy,
} from '../velocity-stand-in/development-proxy.ts';
import { testCheckProgram, testServer, type Conformance } from './conformance-runs.ts';
import { PATIENCE, START_TIMEOUT_MS } from './start-proxy.ts';

/**
 * One mod for each way of being detected, and for each kind of message. The messages for all mods are tested
 * in test/shared/bridges.
 */
const SIMULATIONS = [
  { mod: 'xaero', version: '1.12.2' },
  { mod: 'controlify', version: '1.21.1' },
  { mod: 'feather', version: '1.21.1' },
  { mod: 'lunar', version: '1.21.1' },
  { mod: 'journeymap', version: '1.16.5' },
  { mod: 'schematica', version: '1.12.2' },
  { mod: 'better-sprinting', version: '1.21.1' },
];

/** Rules that a client cannot test, and one that needs a faster machine. */
const CANNOT_BE_SEEN = [
  'E-INTERNAL-1',
  'E-INTERNAL-2',
  'C-ANN-2',
  'C-PKT-4',
  'C-ANS-3',
  'C-ANS-5',
  'C-ANS-6',
];

/** Long enough for two requests on a slow machine. */
const WINDOW_MS = 3000;

const keyPrefix = uniquePrefix();
const globalList = `${keyPrefix}blocklist:global`;
const serverList = `${keyPrefix}blocklist:server:arena`;
const timedList = `${keyPrefix}blocklist-until:{${keyPrefix}blocklist:client:my-mod}`;
const env = { REDIS_URL: testRedisUrl(), KEY_PREFIX: keyPrefix };
const ownList = `${keyPrefix}blocklist:client:better-sprinting`;
const own = ['better-sprinting'];
let redis: Redis;
let proxy: DevelopmentProxy;
let printed: CheckRun;
let serverRun: Conformance;
let checkProgramRun: Conformance & { readonly check: CheckRun };
let results: { blocked: string[]; problems: string[] }[];

function expectedFor(mod: string): string[] {
  const bridge = BRIDGES.find(({ name }) => name === mod);
  if (bridge === undefined) throw new Error(`there is no bridge ${mod}`);
  const lists = blocklistsOf(Object.keys(NEUTRAL_NAMES), mod === 'better-sprinting' ? own : []);
  return [...resolveControls(bridge, lists, false).blocked];
}

/** Runs the program, again if it received nothing within its timeout on a slow machine. */
async function checkMod(): Promise<CheckRun> {
  return await eventually(
    async () => {
      const run = await proxy.check('--mod', 'controlify', '--timeout', '10');
      return run.stdout === '' ? undefined : run;
    },
    { ...PATIENCE, what: 'a message to the mod' },
  );
}

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  await redis.sadd(globalList, ...Object.keys(NEUTRAL_NAMES));
  await redis.sadd(ownList, ...own);
  const config = [
    `bridges.enabled = ${JSON.stringify(BRIDGES.map(({ name }) => name))}`,
    ...['check-features', 'subscribe'].map((method) => `limits.${method}.window-ms = ${WINDOW_MS}`),
    'guard.packets-per-second = 1000',
    'guard.bytes-per-second = 10000000',
    // On a busy machine, a permit that is granted late would be taken again, in memory.
    'redis.command-timeout-ms = 1400',
    'scopes.servers = true',
  ].join('\n');
  proxy = await startDevelopmentProxy(builtJar(), { config, env });
  await proxy.untilPrinted(/feature-control is ready/);
  const simulations = SIMULATIONS.map((simulation) => ({
    ...simulation,
    blocked: expectedFor(simulation.mod),
  }));
  const all = callInNode('test/jar/simulate-all-mods.mjs', 'simulateAllMods', proxy.port, simulations);
  const edit = (feature: string, client: string) =>
    redis.sadd(`${keyPrefix}blocklist:client:${client}`, feature);
  const runs = Promise.all([testServer(proxy.port, edit), testCheckProgram()]);
  // Awaited below, unless an earlier step fails.
  runs.catch(() => undefined);
  results = (await all) as typeof results;
  printed = await checkMod();
  [serverRun, checkProgramRun] = await runs;
}, START_TIMEOUT_MS * 2);

afterAll(async () => {
  await proxy.end();
  await redis.del(globalList, ownList, serverList, timedList, `${keyPrefix}blocklist:client:conformance`);
  redis.disconnect();
});

describe('a mod in a terminal, on the development proxy', () => {
  it.each(SIMULATIONS.map((simulation, index) => ({ ...simulation, index })))(
    '$mod with Minecraft $version registers or sends its handshake, and understands the messages',
    ({ mod, index }) => {
      expect(results[index]).toEqual({ blocked: expectedFor(mod).sort(), problems: [] });
    },
  );

  it('prints the messages, and the features that the mod then refuses', () => {
    expect(printed.stdout).toMatch(/^controlify:server_policy 0b726561636841726f756e6400\n$/);
    expect(printed.stderr).toMatch(/joined .* with Minecraft 1\.21\.1\nreachAround \(blocked\)\n$/);
    expect(printed.exitCode).toBe(0);
  });

  it('sends the request on the given game server, and prints the list that blocks, and its end', async () => {
    await redis.sadd(serverList, 'elytra-swap');
    await redis.zadd(timedList, 4_102_444_800_000, 'xray');
    const asked = [
      '--client',
      'my-mod',
      '--features',
      'minimap,elytra-swap,xray,free-one',
      '--server',
      'arena',
    ];
    const run = await eventually(
      async () => {
        const each = await runCheck(['--port', String(proxy.port), ...asked], env);
        return each.stderr.includes('blocked: minimap, elytra-swap, xray') ? each : undefined;
      },
      { ...PATIENCE, what: 'the lists on the proxy' },
    );
    expect(run.stderr).toMatch(/ is on arena\n/);
    expect(run.stderr).toContain('elytra-swap: in the list server:arena\n');
    expect(run.stderr).toContain('xray: in the list client:my-mod until 2100-01-01T00:00:00.000Z\n');
    expect(run.stderr).not.toContain('free-one:');
    expect(run.exitCode).toBe(0);
  });

  it('prints the answer to a packet whose id cannot be read, which has the empty id', async () => {
    const run = await proxy.check('--timeout', '40', '--raw', `{"id":"${'x'.repeat(129)}"}`);
    expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('BAD_REQUEST') });
    expect(JSON.parse(run.stdout)).toMatchObject({ id: '', ok: false });
  });

  it.each([
    [3, ['--channel', 'other:channel', '--timeout', '0.5'], 'does not announce other:channel, but '],
    [3, ['--port', '1'], 'nothing listens on 127.0.0.1:1'],
    [2, ['--version', '9.9'], '--version is one of 1.7, 1.8.8'],
  ])('exits with %i after the options %j, and names the reason', async (exitCode, options, reason) => {
    const run = await proxy.check('--client', 'my-mod', '--features', 'fly', ...options);
    expect(run).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(reason) });
  });

  it('prints the blocked features in an answer to subscribe', async () => {
    const payload = { subscriptions: [{ client: 'my-mod', features: ['minimap', 'free-one'] }] };
    const request = JSON.stringify({ id: '1', method: 'subscribe', payload });
    const run = await eventually(
      async () => {
        const each = await proxy.check('--timeout', '40', '--raw', request);
        return each.exitCode === 0 ? each : undefined;
      },
      { ...PATIENCE, what: 'an answer' },
    );
    expect(run.stderr).toContain('blocked: minimap\n');
  });
});

describe('feature-control conformance', () => {
  const failed = ({ reports }: Conformance) =>
    reports.flatMap(({ rules }) => rules.filter(({ outcome }) => outcome === 'failed'));

  it('finds no rule or decision that the plugin breaks on the development proxy', () => {
    expect(failed(serverRun)).toEqual([]);
    expect(serverRun).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/ passed, 0 failed, /) });
    const [report] = serverRun.reports;
    expect(report?.decisions.length).toBeGreaterThan(5);
    expect(report?.decisions.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(serverRun.html).toContain('<td class="passed">passed');
    const notTested = report?.rules.filter(({ outcome }) => outcome === 'not judged').map(({ id }) => id);
    expect(notTested).toEqual(expect.arrayContaining(['E-INTERNAL-1', 'C-PKT-4']));
    expect(notTested?.filter((id) => !CANNOT_BE_SEEN.includes(id))).toEqual([]);
  });

  it('finds no rule that npm run check breaks as a mod, and it ignores answers to other requests', () => {
    expect(failed(checkProgramRun)).toEqual([]);
    expect(checkProgramRun.exitCode).toBe(0);
    expect(JSON.parse(checkProgramRun.check.stdout)).toMatchObject({
      ok: true,
      payload: { blocklist: ['fly'] },
    });
  });
});
