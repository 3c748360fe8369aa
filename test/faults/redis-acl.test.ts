import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { runProgram } from '../../admin/cli/program.ts';
import { startAdminServer } from '../../admin/server/admin-server.ts';
import { readAdminServerConfig } from '../../admin/server/config.ts';
import { SystemClock } from '../../node/system-clock.ts';
import { Variables } from '../../node/variables.ts';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { RecentWarnings } from '../../shared/recent-warnings.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { check } from '../jar/ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from '../jar/start-proxy.ts';
import { startTestSidecar } from '../rest-sidecar/sidecar-under-test.ts';
import { eventually } from '../support/eventually.ts';
import { RecordingLogger } from '../support/fakes/recording-logger.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { createUser, refusals, urlFor } from '../support/redis/acl-lines.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { createPluginsDirectory, writeConfig } from '../velocity-stand-in/plugins-directory.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';

const keys = new RedisKeys('fc:');
const DOCUMENT = readRepositoryFile('docs/redis-acl.md');
const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

let server: RedisServer;
let admin: Redis;

beforeAll(async () => {
  server = await startRedis({ persistent: false });
  admin = new Redis(server.url);
});

afterAll(async () => {
  admin.disconnect();
  await server.stop();
});

/** Creates the documented user and clears the log of refused commands. @returns the user's URL of Redis */
const createUserUrl = async (name: string): Promise<string> => {
  await admin.call('ACL', 'LOG', 'RESET');
  return urlFor(await createUser(admin, name), server.url);
};

/** Returns the kind of each program that runs, by the heartbeats in Redis. */
const kindsOfPrograms = async () => {
  const found = await admin.keys(`${keys.programs}*`);
  const stopped = await Promise.all(found.map(async (key) => await admin.hexists(key, 'stoppedAt')));
  return found.filter((_, index) => stopped[index] === 0).map((key) => keys.kindOfProgram(key));
};

/** Runs a command of the command line as its own Redis user. @returns its output */
const runCli = async (...args: string[]): Promise<string> => {
  const environment = { REDIS_URL: urlFor(await createUser(admin, 'fc-admin'), server.url) };
  const output = { out: '', err: '' };
  const out = (text: string): void => void (output.out += text);
  const err = (text: string): void => void (output.err += text);
  const code = await runProgram(args, { environment, out, err, nowMs: () => Date.now() });
  if (code !== 0) throw new Error(output.err);
  return output.out.trimEnd();
};

describe('with the documented rights', () => {
  it('the command line issues, lists and revokes tokens, and shows bridges', async () => {
    await createUserUrl('fc-admin');
    await runCli('token', 'issue', 'test', '--scopes', 'metrics:read', '--expires', '1d');
    expect(await runCli('token', 'list')).toContain('test');
    await runCli('token', 'revoke', 'test');
    await runCli('bridges');
    expect(await refusals(admin)).toEqual([]);
  });

  it('the command line edits blocklists, publishes records, and checks the installation', async () => {
    await createUserUrl('fc-admin');
    await runCli('block', 'fly', '--for', '1h', '--reason', 'test');
    await runCli('block', 'zoom', '--client', 'my-mod');
    expect(await runCli('check', 'my-mod', 'fly', 'zoom')).toContain('client:my-mod');
    expect(await runCli('list')).toContain('fly');
    expect(await runCli('clients')).toContain('my-mod');
    expect(await runCli('history')).toContain('free → blocked');
    await runCli('undo');
    await runCli('redo');
    await runCli('rollback', '--since', '1h');
    await runCli('unblock', 'fly');
    const directory = makeTemporaryDirectory();
    directory.write(
      'a.yaml',
      'format: feature-control/blocklists\nversion: 1\n---\nlist: global\nblocked: [map]\n',
    );
    await runCli('import', `${directory.path}/a.yaml`, '--prune');
    directory.remove();
    expect(await runCli('export')).toContain('feature-control/blocklists');
    await runCli('publish', 'voting', 'v', '--server', 's', '--title', 't', '--candidate', 'a=A');
    await runCli('publish', 'event', 'e', '--server', 's', '--name', 'n', '--expires', '1h');
    await runCli('publish', 'trade', '--rate', '1.5');
    await runCli('vote', 'v', 'a');
    await runCli('unpublish', 'voting', 'v');
    await runCli('status');
    expect(await runCli('dump', '--out', '-')).not.toContain('"problem": ');
    await createUser(admin, 'fc-plugin');
    await createUser(admin, 'fc-sidecar');
    const { findings } = JSON.parse(await runCli('doctor', '--json')) as {
      readonly findings: readonly { readonly check: string; readonly level: string }[];
    };
    const rights = findings.filter(({ check }) => check === 'rights');
    // The user default is open, as these tests connect as it.
    expect(rights.map(({ level }) => level)).toEqual(['warning', 'ok', 'ok', 'ok']);
    expect(await refusals(admin)).toEqual([]);
    await admin.flushall();
  });

  it('the sidecar serves everything, and is notified of changes', async () => {
    const redisUrl = await createUserUrl('fc-sidecar');
    const sidecar = await startTestSidecar({ redisUrl, config: { keyPrefix: 'fc:' } });
    await admin.set(keys.serverOf('lobby'), '{"displayName":"Lobby"}');
    await admin.set(keys.eventOf('e1'), '{"server":"lobby","name":"Party"}');
    const candidates = '[{"id":"a","name":"A"}]';
    await admin.set(keys.votingOf('v1'), `{"server":"lobby","title":"T","candidates":${candidates}}`);
    await admin.hincrby(keys.voteCountsOf('v1'), 'a', 3);
    await admin.xadd(keys.coinsTrades, '*', 'rate', '1.5', 'datetime', '7');
    await sidecar.shows('/v1/coins-trades', [{ rate: 1.5, datetime: 7 }]);
    await eventually(async () => (await sidecar.get('/v1/votings')).text.includes('"votes":3'));
    await eventually(async () => (await sidecar.get('/v1/events')).text.includes('Party'));
    await eventually(async () => (await kindsOfPrograms()).includes('sidecar'), PATIENCE);
    await sidecar.stop();
    expect(await kindsOfPrograms()).toEqual([]);
    expect(await refusals(admin)).toEqual([]);
  });

  it("the admin's server shows everything, edits, and records direct writes", async () => {
    const redisUrl = await createUserUrl('fc-admin');
    const scopes = 'metrics:read,blocklists:read,blocklists:write,rate-limits:read';
    const token = await runCli('token', 'issue', 'server-test', '--scopes', scopes);
    const webhook = { WEBHOOK_URL: 'http://127.0.0.1:1', WEBHOOK_FORMAT: 'discord' };
    const environment = { REDIS_URL: redisUrl, ADMIN_PORT: '0', ...webhook };
    const config = readAdminServerConfig(new Variables(environment));
    const logger = new RecordingLogger();
    const adminServer = await startAdminServer(config, {
      logger: new RecentWarnings(logger, new SystemClock()),
      actor: 'test',
      consoleDirectory: '',
      readLists: () => Promise.resolve([]),
      createDump: () => Promise.resolve('{}'),
    });
    const origin = `http://127.0.0.1:${adminServer.port}`;
    const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*', 'Content-Type': 'application/json' };
    await eventually(async () => (await fetch(`${origin}/ready`)).ok, PATIENCE);
    await admin.sadd(keys.blocklistOf('my-mod'), 'fly');
    await admin.set(keys.rateLimitOf(subjectOf('checkFeatures', PLAYER)), '1', 'PX', 5000);
    const session = [
      '/v1/session',
      '/v1/console/names',
      '/v1/console/features/fly',
      '/v1/console/rate-limits',
    ];
    for (const path of ['/metrics', '/v1/blocklists', `/v1/rate-limits?player=${PLAYER}`, ...session])
      expect([path, (await fetch(origin + path, { headers })).status]).toEqual([path, 200]);
    await eventually(async () => (await kindsOfPrograms()).includes('admin'), PATIENCE);
    const edit = `${origin}/v1/blocklists/global/edited`;
    for (const body of ['{"until":1893456000000}', '{}'])
      expect((await fetch(edit, { method: 'PUT', headers, body })).status).toBe(200);
    const patch = '{"features":{"edited":{"blocked":false},"other":{"blocked":true}}}';
    const list = `${origin}/v1/blocklists/global`;
    const edited = await fetch(list, { method: 'PATCH', headers, body: patch });
    const { id = '' } = (await edited.json()) as { id?: string };
    expect((await fetch(`${origin}/v1/history/${id}/undo`, { method: 'POST', headers })).status).toBe(200);
    const direct = async () =>
      await (await fetch(`${origin}/v1/history?list=client:my-mod`, { headers })).text();
    await eventually(async () => (await direct()).includes('"direct"'), PATIENCE);
    await eventually(async () => (await admin.keys(`${keys.webhooks}*`)).length === 1, PATIENCE);
    await adminServer.stop();
    expect(await kindsOfPrograms()).toEqual([]);
    expect(await refusals(admin)).toEqual([]);
  });

  it(
    'the plugin answers, limits, and shows edits; runs every command, and stores and completes names',
    async () => {
      const pluginsDirectory = await createPluginsDirectory();
      const proxy = await startProxy({ redisUrl: await createUserUrl('fc-plugin'), pluginsDirectory });
      await admin.sadd(keys.blocklistGlobal, 'fly');
      const blocked = async (feature: string): Promise<boolean> => {
        const player = await proxy.join({ uuid: randomUUID(), connected: true });
        return (await check(player, 'my-mod', [feature])).payload?.blocklist.length === 1;
      };
      await eventually(async () => await blocked('fly'), { what: 'the edit' });
      await admin.zadd(keys.timedOfBlocklist(keys.blocklistGlobal), Date.now() + 3_600_000, 'zoom');
      await eventually(async () => await blocked('zoom'), { what: 'the timed block' });
      expect(await answersTo(proxy, 2)).toEqual(['OK', 'RATE_LIMITED']);
      await eventually(async () => (await kindsOfPrograms()).includes('proxy'), PATIENCE);
      await runAllCommands(proxy);
      // A limit of several requests uses other commands of Redis.
      const limits = '[limits.check-features]\nmax-requests = 2\n';
      await writeConfig(pluginsDirectory, `${limits}[servers]\npublish = true\n`);
      const [, right = ''] = /`servers.publish` is on, append `(.*)`/.exec(DOCUMENT) ?? [];
      await admin.call('ACL', 'SETUSER', 'fc-plugin', right);
      await replies(proxy, 'reload', /The settings are applied/);
      expect(await answersTo(proxy, 3)).toEqual(['OK', 'OK', 'RATE_LIMITED']);
      await untilNamesComplete(proxy);
      expect(await admin.keys(`${keys.servers}*`)).not.toEqual([]);
      await proxy.stop();
      await rm(pluginsDirectory, { recursive: true });
      expect(await kindsOfPrograms()).toEqual([]);
      expect(await refusals(admin)).toEqual([]);
    },
    START_TIMEOUT_MS + 30_000,
  );

  /** Returns the outcome of each of several requests of one new player. */
  async function answersTo(proxy: StandIn, requests: number): Promise<string[]> {
    const player = await proxy.join({ connected: true });
    const answers = [];
    for (let count = 0; count < requests; count += 1)
      answers.push((await check(player, 'asked-mod', ['freecam'])).error ?? 'OK');
    return answers;
  }

  async function replies(proxy: StandIn, line: string, answer: RegExp): Promise<void> {
    await proxy.runCommand(`featurecontrol ${line}`);
    await proxy.untilLogged(answer);
  }

  async function runAllCommands(proxy: StandIn): Promise<void> {
    await replies(proxy, 'block glide', /Blocked glide for every client/);
    await replies(proxy, 'block zoom acl-mod', /Blocked zoom for acl-mod/);
    await replies(proxy, 'unblock glide', /Unblocked glide for every client/);
    const isChecked = async (): Promise<boolean> => {
      await proxy.runCommand('featurecontrol check acl-mod zoom glide');
      return proxy.log.some((line) => line.includes('1 of 2 features blocked for acl-mod'));
    };
    await eventually(isChecked, { ...PATIENCE, everyMs: 200, what: 'the edits to be read' });
    await replies(proxy, 'list acl-mod', /1 feature blocked for acl-mod: zoom/);
    await replies(proxy, 'status', /Redis: connected/);
  }

  async function untilNamesComplete(proxy: StandIn): Promise<void> {
    await eventually(async () => (await admin.zscore(keys.catalogueClients, 'asked-mod')) !== null, PATIENCE);
    const suggests = async (line: string, name: string): Promise<boolean> =>
      (await proxy.suggest(`featurecontrol ${line}`)).includes(name);
    await eventually(() => suggests('block freecam asked', 'asked-mod'), { ...PATIENCE, everyMs: 200 });
    await eventually(() => suggests('unblock z', 'zoom'), PATIENCE);
  }
});
