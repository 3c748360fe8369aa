import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkClocks } from '../../../admin/cli/doctor/clock-checks.ts';
import type { Finding } from '../../../admin/cli/doctor/finding.ts';
import { checkPrograms } from '../../../admin/cli/doctor/program-checks.ts';
import { checkServer } from '../../../admin/cli/doctor/server-checks.ts';
import type { ServerFacts } from '../../../node/redis/commands/server-facts.ts';
import type { RunningProgram } from '../../../node/redis/mirroring/heartbeats.ts';
import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { VERSION } from '../../../shared/version.ts';
import { createUser, documentedUser, urlFor } from '../../support/redis/acl-lines.ts';
import { heartbeatOf } from '../../support/redis/heartbeat-of.ts';
import { startServerStore } from '../../support/redis/redis-stores.ts';
import { useStarted } from '../../support/use-started.ts';
import { createCli } from './run-cli.ts';
import type { CliUnderTest } from './run-cli.ts';

const store = useStarted(async () => await startServerStore({ persistent: false }));
let cli: CliUnderTest;

beforeEach(() => {
  cli = createCli(store.url);
});

const examine = async (): Promise<{ code: number; findings: Finding[] }> => {
  const { code, out } = await cli.run('doctor', '--json');
  return { code, ...(JSON.parse(out.join('\n')) as { findings: Finding[] }) };
};

describe('feature-control doctor', () => {
  it('finds no problem in a healthy Redis, and gives advice for each finding', async () => {
    const { code, findings } = await examine();
    expect(code).toBe(0);
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
    expect(findings.filter(({ level, advice }) => level !== 'ok' && advice === undefined)).toEqual([]);
    const checks = ['Redis version', 'role', 'persistence', 'eviction', 'clock', 'rights', 'key types'];
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(checks));
  });

  it('finds wrong types, unknown keys, values that are not served, and lists that are too long', async () => {
    const prefix = cli.environment.KEY_PREFIX;
    await store.admin.set(cli.keys.blocklistKey(GLOBAL_LIST), 'x');
    await store.admin.set(`${prefix}blocklst:global`, 'x');
    await store.admin.sadd(`${prefix}blocklist:my-mod`, 'x');
    await store.admin.set(cli.keys.eventOf('e'), '{"server":5}');
    await store.admin.hset(cli.keys.voteCountsOf('v'), 'a', 'many');
    await store.admin.xadd(cli.keys.coinsTrades, '*', 'rate', 'x', 'datetime', '1');
    const features = Array.from({ length: 10_001 }, (_, index) => `feature-${index}`);
    await store.admin.sadd(cli.keys.blocklistOf('long'), ...features);
    const { code, findings } = await examine();
    expect(code).toBe(1);
    const texts = findings.map(({ level, text }) => `${level}: ${text}`).join('\n');
    expect(texts).toContain(`problem: ${prefix}blocklist:global is a string, but must be a set`);
    expect(texts).toMatch(/note: 2 unknown keys with this prefix: \S+, \S+\./);
    for (const unknown of ['blocklst:global', 'blocklist:my-mod']) expect(texts).toContain(prefix + unknown);
    expect(texts).toContain(`problem: Not served: ${prefix}event:e: name is missing.`);
    expect(texts).toContain(`problem: Not served: ${prefix}votes:v: The counts of a`);
    expect(texts).toContain(`problem: Not served: ${prefix}coins-trades: rate or datetime`);
    expect(texts).toContain(
      `note: ${prefix}blocklist:client:long has 10001 features, more than the supported`,
    );
  });

  /** Returns the findings about users; their permissions are for the prefix of docs/redis-acl.md. */
  const rights = async (): Promise<string> => {
    const environment = { ...cli.environment, KEY_PREFIX: 'fc:' };
    const { out } = await cli.runWith({ environment }, 'doctor');
    return out.filter((line) => line.includes(' rights: ')).join('\n');
  };

  it('finds each command that a documented user may not run, or not with one of its keys', async () => {
    const users = ['fc-plugin', 'fc-sidecar', 'fc-admin'];
    for (const user of users) await createUser(store.admin, user);
    for (const user of users)
      expect(await rights()).toContain(`ok       rights: ${user} has the permissions that it needs.`);
    const { rules } = documentedUser('fc-plugin');
    const set = async (...changed: readonly string[]): Promise<string> => {
      await store.admin.call('ACL', 'SETUSER', 'fc-plugin', 'reset', ...changed);
      return (await rights()).split('\n').find((line) => line.includes('fc-plugin')) ?? '';
    };
    const without = (text: string): string[] => rules.map((rule) => rule.replace(text, ''));
    expect(await set(...without(' +zrangebyscore'))).toContain('fc-plugin may not run ZRANGEBYSCORE.');
    expect(await set(...without('+client|tracking'))).toContain('fc-plugin may not run CLIENT TRACKING.');
    expect(await set(...without(' %RW~fc:audit:*'))).toContain(
      'fc-plugin may not run EVAL, EVALSHA, SMEMBERS',
    );
    // These are needed in a cluster.
    const inCluster = /^\+(?:asking|cluster)/;
    expect(await set(...rules.filter((rule) => !inCluster.test(rule)))).toContain('has the permissions');
    for (const user of users) await store.admin.call('ACL', 'DELUSER', user);
  });
});

describe('the user default beside the users of docs/redis-acl.md', () => {
  const OPEN = /warning {2}rights: Everybody who can connect to 127\.0\.0\.1:\d+ may edit the blocklists/;

  beforeAll(async () => {
    await createUser(store.admin, 'fc-admin');
  });

  afterAll(async () => {
    await store.admin.call('ACL', 'SETUSER', 'default', 'reset', 'on', 'nopass', '~*', '&*', '+@all');
    await store.admin.call('ACL', 'DELUSER', 'fc-admin');
  });

  const examineAsAdmin = async (...rules: readonly string[]): Promise<string> => {
    await store.admin.call('ACL', 'SETUSER', 'default', ...rules);
    const REDIS_URL = urlFor(documentedUser('fc-admin'), store.url);
    const { out } = await cli.runWith({ environment: { REDIS_URL, KEY_PREFIX: 'fc:' } }, 'doctor');
    return out.join('\n');
  };

  it('is reported while anybody may edit as it', async () => {
    expect(await examineAsAdmin('on', 'nopass')).toMatch(OPEN);
  });

  it.each([
    ['has a password', ['resetpass', '>secret']],
    ['is off', ['off']],
    ['has no right to edit', ['on', 'nopass', '-@write']],
  ])('is not reported if it %s', async (_, rules) => {
    expect(await examineAsAdmin(...rules)).not.toMatch(OPEN);
  });
});

const facts = (info: Readonly<Record<string, string>>, more: Partial<ServerFacts> = {}): ServerFacts => {
  const lines = { role: 'master', aof_enabled: '1', ...info };
  return {
    endpoint: 'a:1',
    version: 'Redis 7.0.15',
    info: new Map(Object.entries(lines)),
    clockMs: 1e12,
    aheadMs: 0,
    roundTripMs: 1,
    ...more,
  };
};

const levelsOf = (findings: readonly Finding[]): string[] =>
  findings.filter(({ level }) => level !== 'ok').map(({ check, level }) => `${check}: ${level}`);

describe('the information of Redis', () => {
  it.each([
    [{}, []],
    [{ role: 'slave' }, ['role: problem']],
    [{ aof_enabled: '0' }, ['persistence: warning']],
    [
      { aof_enabled: '0', rdb_changes_since_last_save: '1', rdb_last_save_time: '1' },
      ['persistence: problem'],
    ],
    [{ aof_last_write_status: 'err' }, ['persistence: problem']],
    [{ maxmemory: '100', maxmemory_policy: 'allkeys-lru' }, ['eviction: problem']],
    [{ maxmemory: '100', used_memory: '95' }, ['eviction: warning']],
  ])('%j is %j', (info: Record<string, string>, expected) => {
    expect(levelsOf(checkServer(facts(info), 1000))).toEqual(expected);
  });

  it.each([
    [80, 'warning'],
    [600, 'problem'],
  ])('is reported as far away if a round trip takes %i ms', (roundTripMs, level) => {
    expect(levelsOf(checkServer(facts({}, { roundTripMs }), 1000))).toEqual([`round trip: ${level}`]);
  });
});

const node: RunningProgram = {
  id: '1',
  kind: 'proxy',
  name: 'a:25577',
  version: VERSION,
  health: 'ok',
  startedAt: 0,
  clock: 1000,
  seenAt: 1000,
  warnings: [],
};

describe('clocks and programs', () => {
  it('are compared with those of Redis', () => {
    expect(levelsOf(checkClocks([facts({})], [node]))).toEqual([]);
    expect(levelsOf(checkClocks([facts({}, { aheadMs: 3000 })], []))).toEqual(['clock: warning']);
    const [finding] = checkClocks([], [{ ...node, clock: 61_000 }]);
    expect(finding?.text).toBe('The clock of the proxy a:25577 is 1 m ahead of that of Redis.');
    expect(finding?.level).toBe('problem');
  });

  it('are named if they are behind, or have another version', () => {
    expect(levelsOf(checkPrograms([node]))).toEqual([]);
    expect(levelsOf(checkPrograms([]))).toEqual(['programs: note']);
    const [degraded] = checkPrograms([{ ...node, health: 'degraded', lagMs: 5000, lost: 2 }]);
    expect(degraded?.text).toBe(
      'The proxy a:25577 is degraded (5 s behind Redis, 2 keys kept that Redis has lost).',
    );
    expect(levelsOf(checkPrograms([{ ...node, version: '0.0.1' }]))).toEqual(['programs: note']);
  });
});

describe('feature-control status', () => {
  it('shows Redis and every program that sends heartbeats', async () => {
    expect((await cli.run('status')).err).toEqual(['No heartbeat of a proxy or sidecar was found.']);
    const now = Date.now();
    const times = { startedAt: now - 60_000, clock: now, seenAt: now, lagMs: 0 };
    const figures = { lists: 3, features: 9, answers: 12, errors: 1, drops: 0, players: 7 };
    const record = heartbeatOf('h:1', { version: '9', ...times, ...figures });
    await store.admin.hset(cli.keys.programOf('proxy', '1'), record);
    await store.admin.hset(cli.keys.programOf('proxy', '2'), { kind: '<img>' });
    const { out } = await cli.run('status');
    expect(out[0]).toMatch(/^Redis \d+\.\d+\.\d+ at 127\.0\.0\.1:\d+: up /);
    expect(out.at(-1)).toMatch(/^proxy +h:1 +9 +1 m +ok +0 ms +- +3 lists +12 +1 +0 +7 +\d+ \w+ ago$/);
    expect(out).toHaveLength(4);
  });

  it('shows programs in natural order', async () => {
    const names = ['h:10', 'h:9'];
    for (const name of names) await store.admin.hset(cli.keys.programOf('sidecar', name), heartbeatOf(name));
    const { out } = await cli.run('status');
    expect(out.flatMap((line) => /^sidecar +(\S+)/.exec(line)?.[1] ?? [])).toEqual(['h:9', 'h:10']);
    await store.admin.del(...names.map((name) => cli.keys.programOf('sidecar', name)));
  });

  it('shows programs whose times are wrong, whose ids are not printable, and two with one name', async () => {
    const now = Date.now();
    for (const [id, clock, seenAt] of [
      ['1', now, 999_999_999_999_999],
      ['\u001b[2J\n', now + 3_600_000, now],
    ] as const) {
      const wrong = { startedAt: 999_999_999_999_999, clock, seenAt, answers: '1e308', players: -1 };
      await store.admin.hset(cli.keys.programOf('proxy', id), heartbeatOf('h:1', wrong));
    }
    const { out } = await cli.run('status');
    const rows = out.filter((line) => /^proxy +h:1 +1 +0 ms +ok +- +- +0 lists +- +- +- +- /.test(line));
    expect(rows).toHaveLength(2);
    const clocks = (await examine()).findings.filter(({ check }) => check === 'clock');
    expect(clocks.map(({ text }) => text)).toEqual([
      'The clock of the proxy h:1 is 1 h ahead of that of Redis.',
      expect.stringMatching(/^The clock of the proxy h:1 is \d+ d behind that of Redis\.$/),
    ]);
  });
});

it('an error of Redis is one line with advice: missing permissions, and full memory', async () => {
  await store.admin.acl('SETUSER', 'low', 'on', '>p', '~*', '+ping', '+info', '+scan', '+time');
  const REDIS_URL = store.url.replace('//', '//low:p@');
  const low = await cli.runWith({ environment: { ...cli.environment, REDIS_URL } }, 'block', 'fly');
  expect([low.code, low.err]).toEqual([
    1,
    [expect.stringContaining('give its user the permissions of fc-admin')],
  ]);
  await store.admin.config('SET', 'maxmemory', '1');
  const full = await cli.run('block', 'fly');
  await store.admin.config('SET', 'maxmemory', '0');
  expect(full).toMatchObject({ code: 1, err: [expect.stringContaining('raise maxmemory')] });
});
