import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runProgram } from '../../../admin/cli/program.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { runProgram as runProcess } from '../../support/processes/run-program.ts';
import { startClusterStore, startSentinelStore, startServerStore } from '../../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../../support/redis/redis-stores.ts';
import { uniquePrefix } from '../../support/redis/redis.ts';

const LOBBY = '{"displayName":"Lobby","id":"x"}';
const PARTY = '{ "server": "lobby",  "name": "Party" }';
const MAP = '{"server":"lobby","title":"Map?","candidates":[]}';

interface CopyReport {
  readonly records: number;
  readonly copied: number;
  readonly same: number;
  readonly kept: readonly string[];
  readonly invalid: readonly { readonly id: string; readonly reason: string }[];
  readonly isNoHash: boolean;
}

let store: RedisStore;
let environment: Record<string, string>;
let keys: RedisKeys;

const newPrefix = (): void => {
  environment = { REDIS_URL: store.url, KEY_PREFIX: uniquePrefix() };
  keys = new RedisKeys(environment['KEY_PREFIX'] ?? '');
};

const run = async (...args: string[]) => {
  const printed = { out: '', err: '' };
  const out = (text: string): void => void (printed.out += `${text}\n`);
  const err = (text: string): void => void (printed.err += `${text}\n`);
  const code = await runProgram(['migrate', ...args], { environment, out, err, nowMs: () => 0 });
  return { code, ...printed };
};

const kindsOf = (out: string): readonly CopyReport[] =>
  (JSON.parse(out) as { kinds: readonly CopyReport[] }).kinds;

const writeVersion1 = async (): Promise<void> => {
  const { version1 } = keys;
  await store.admin.hset(version1.servers, 'lobby', LOBBY);
  await store.admin.hset(version1.events, 'party', PARTY);
  await store.admin.hset(version1.votings, 'map', MAP);
};

const readVersion2 = async () =>
  await Promise.all([keys.serverOf('lobby'), keys.eventOf('party'), keys.votingOf('map')].map(valueOf));
const valueOf = async (key: string): Promise<string | null> => await store.admin.get(key);

describe('feature-control migrate', () => {
  beforeAll(async () => {
    store = await startServerStore({ persistent: false });
  });
  afterAll(async () => {
    await store.stop();
  });
  beforeEach(async () => {
    newPrefix();
    await writeVersion1();
  });

  it.each([[[]], [['--dry-run']]])('writes nothing without --apply: %j', async (args) => {
    const { code, out, err } = await run(...args);
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['from', 'to', 'records', 'to copy', 'same', 'kept', 'invalid'],
      [keys.version1.servers, `${keys.servers}<id>`, '1', '1', '0', '0', '0'],
      [keys.version1.events, `${keys.events}<id>`, '1', '1', '0', '0', '0'],
      [keys.version1.votings, `${keys.votings}<id>`, '1', '1', '0', '0', '0'],
      [''],
    ]);
    expect(err).toBe('This was a dry run, and nothing was written. Run it again with --apply.\n');
    expect(await readVersion2()).toEqual([null, null, null]);
  });

  it('copies each record unchanged, and keeps the hashes', async () => {
    const { code, err } = await run('--apply');
    expect(code).toBe(0);
    expect(err).toMatch(/^Copied 3 records\. .*: delete them once no sidecar of version 1 runs\.\n$/);
    expect(await readVersion2()).toEqual([LOBBY, PARTY, MAP]);
    expect(await store.admin.hgetall(keys.version1.events)).toEqual({ party: PARTY });
    expect((await run('--apply')).err).toMatch(/^All records are copied already\. /);
  });

  it('overwrites nothing, and lists the keys that it kept', async () => {
    await store.admin.set(keys.serverOf('lobby'), '{"displayName":"Newer"}', 'EX', 1000);
    await store.admin.set(keys.eventOf('party'), PARTY);
    await store.admin.sadd(keys.votingOf('map'), 'a set');
    const { code, out } = await run('--apply', '--json');
    expect(code).toBe(0);
    expect(kindsOf(out)).toMatchObject([
      { records: 1, copied: 0, same: 0, kept: [keys.serverOf('lobby')] },
      { records: 1, copied: 0, same: 1, kept: [] },
      { records: 1, copied: 0, same: 0, kept: [keys.votingOf('map')] },
    ]);
    expect(await valueOf(keys.serverOf('lobby'))).toBe('{"displayName":"Newer"}');
    expect(await store.admin.ttl(keys.serverOf('lobby'))).toBeGreaterThan(0);
    const { err } = await run('--apply');
    expect(err).toContain(
      `"${keys.serverOf('lobby')}" already exists with another value, and is not overwritten.\n`,
    );
    expect(err).toMatch(/^Nothing was copied\. Not copied: 2 records\. Compare them first\. Sidecars /m);
    expect(err).not.toContain('All records are copied');
  });

  it('copies invalid records byte for byte, and reports why they are not served', async () => {
    const latin1 = Buffer.from('café', 'latin1');
    await store.admin.hset(keys.version1.events, 'nameless', '{"server":"lobby"}', '', PARTY);
    await store.admin.hset(keys.version1.events, new Map([[latin1, latin1]]));
    const { out } = await run('--apply', '--json');
    const [, events] = kindsOf(out);
    expect(events).toMatchObject({ records: 4, copied: 4 });
    expect(new Set(events?.invalid)).toEqual(
      new Set([
        { id: 'nameless', reason: 'name is missing.' },
        { id: '', reason: 'Its id is empty.' },
        { id: 'caf\ufffd', reason: 'Its name is not UTF-8.' },
      ]),
    );
    expect(await valueOf(keys.eventOf('nameless'))).toBe('{"server":"lobby"}');
    const key = Buffer.concat([Buffer.from(keys.events), latin1]);
    expect(await store.admin.getBuffer(key)).toEqual(latin1);
    const { err } = await run();
    expect(err).toContain(
      `"${keys.eventOf('nameless')}" is copied unchanged, but will not be served: name is missing.\n`,
    );
  });

  it('copies large hashes in batches, and abbreviates long lists of remarks', async () => {
    const fields = Array.from({ length: 3000 }, (_, index) => [`event ${index}`, `{"server":"${index}"}`]);
    await store.admin.hset(keys.version1.events, ...fields.flat());
    const { out, err } = await run('--apply');
    expect(out).toMatch(/events +\S+ +3001 +3001 +0 +0 +3000\n/);
    expect(err.split('\n')).toHaveLength(20 + 1 + 1 + 1);
    expect(err).toContain('… and 2980 more of this kind (--json lists all).\n');
    expect(await valueOf(keys.eventOf('event 2999'))).toBe('{"server":"2999"}');
  });

  it('reports if there are no records of version 1, and if a key has another type', async () => {
    const { version1 } = keys;
    await store.admin.del(version1.servers, version1.events, version1.votings);
    expect(await run('--apply')).toMatchObject({ code: 0, err: 'There are no records of version 1.\n' });
    await store.admin.set(version1.events, 'no hash');
    expect((await run('--apply')).err).toContain(`"${version1.events}" is not a hash`);
  });

  it('ends with one line if Redis refuses a command (code 1) or is unreachable (code 2)', async () => {
    await store.admin.call(
      'ACL',
      'SETUSER',
      'reader',
      'on',
      '>x',
      '~*',
      '+@read',
      '+ping',
      '+info',
      '+client',
    );
    environment['REDIS_URL'] = store.url.replace('://', '://reader:x@');
    expect((await run()).code).toBe(0);
    expect(await run('--apply')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^feature-control: NOPERM .*\n$/),
    });
    environment['REDIS_URL'] = 'redis://127.0.0.1:1';
    expect(await run('--apply')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^feature-control: Redis at 127\.0\.0\.1:1 cannot be reached: .*\n$/),
    });
  });

  it.each([[['--apply', '--dry-run']], [['--force']], [['servers']]])(
    'exits with code 2 and writes nothing for invalid arguments: %j',
    async (args) => {
      const { code, out, err } = await run(...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('error:');
      expect(await readVersion2()).toEqual([null, null, null]);
    },
  );

  it('prints help', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const text of ['--apply', '--dry-run', '--json', 'version 1 of the keys'])
      expect(out).toContain(text);
  });

  it('runs as the program of the package', async () => {
    const { code, stdout } = await runProcess(['tools/feature-control.mjs', 'migrate', '--apply'], {
      ...process.env,
      ...environment,
    });
    expect(code).toBe(0);
    expect(stdout).toContain(keys.version1.servers);
    expect(await readVersion2()).toEqual([LOBBY, PARTY, MAP]);
  });
});

describe.each<[string, StartStore]>([
  ['behind Sentinels', async () => await startSentinelStore()],
  ['in a cluster', async () => await startClusterStore()],
])('feature-control migrate, %s', (_, start) => {
  beforeAll(async () => {
    store = await start();
    newPrefix();
  }, 60_000);
  afterAll(async () => {
    await store.stop();
  });

  it('copies each record', async () => {
    await writeVersion1();
    expect((await run()).out).toContain(keys.version1.servers);
    expect(await readVersion2()).toEqual([null, null, null]);
    expect(await run('--apply')).toMatchObject({ code: 0, err: expect.stringMatching(/^Copied 3 records/) });
    expect(await readVersion2()).toEqual([LOBBY, PARTY, MAP]);
  });
});
