import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { quoteYaml } from '../../../rest-sidecar/src/cli/transfer/blocklist-yaml.ts';
import { parseBlocklists } from '../../../rest-sidecar/src/cli/transfer/parse-blocklists.ts';
import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../../support/eventually.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { testRedisUrl } from '../../support/redis/redis.ts';
import { createCli } from './run-cli.ts';
import type { CliUnderTest } from './run-cli.ts';

const HEADER = 'format: feature-control/blocklists\nversion: 1\n';
const LATER = `${new Date().getUTCFullYear() + 1}-05-01T18:00:00.000Z`;

/** What terminals, YAML and readers may take for something else. */
const HOSTILE = [
  '<img onerror=x>',
  '\u202egnp',
  'a\u200bb',
  '"',
  '\\',
  "it's",
  'a: b',
  '- x',
  '#x',
  '',
  ' lead',
  '§c',
  '{',
  '&a',
  '*a',
  '!x',
  '%',
  '@',
  '`',
  'true',
  'null',
  '12',
  '1e3',
  '0x1',
  '~',
  '2026-01-01',
  '😀',
  '\u{e0001}',
];

let redis: Redis;
let cli: CliUnderTest;
let directory: TemporaryDirectory;

beforeAll(() => {
  redis = new Redis(testRedisUrl());
  directory = makeTemporaryDirectory();
});

afterAll(() => {
  redis.disconnect();
  directory.remove();
});

beforeEach(() => {
  cli = createCli();
});

const write = (text: string): string => {
  directory.write('lists.yaml', text);
  return `${directory.path}/lists.yaml`;
};

describe('a text in YAML', () => {
  it('is read back as it was, and shows nothing that cannot be seen', () => {
    const names = HOSTILE.filter((name) => name !== '');
    const lines = names.map((name) => `  - ${quoteYaml(name)}`);
    expect(lines.filter((line) => /[\p{Cf}\p{Cc}]/u.test(line))).toEqual([]);
    const { lists, problems } = parseBlocklists(
      `${HEADER}---\nlist: global\nblocked:\n${lines.join('\n')}\n`,
    );
    expect(problems).toEqual([]);
    expect([...(lists[0]?.blocked ?? [])]).toEqual(names);
  });
});

describe('feature-control export and import', () => {
  it('print all lists, and bring them back as they were', async () => {
    const names = HOSTILE.filter((name) => name !== '');
    await redis.sadd(cli.keys.blocklistKey(GLOBAL_LIST), ...names);
    await redis.sadd(cli.keys.blocklistKey(clientList('a: "b"')), 'fly');
    await redis.zadd(cli.keys.blocklistUntilKey(GLOBAL_LIST), Date.parse(LATER), 'zoom', 1, 'over');
    const { out } = await cli.run('export');
    const other = createCli();
    const imported = await other.run('import', write(`${out.join('\n')}\n`), '--reason', 'moved');
    expect(imported).toMatchObject({ code: 0, err: ['2 lists changed, 0 as before.'] });
    expect(await other.json('list')).toEqual({
      ...(await cli.json('list')),
    });
    expect((await other.run('export')).out.slice(1)).toEqual(out.slice(1));
    expect(await other.json('history')).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({
          actor: 'tester',
          reason: 'moved',
          sizes: { before: 0, after: names.length },
        }),
      ]) as unknown,
    });
    expect(await other.run('import', `${directory.path}/lists.yaml`)).toMatchObject({ out: [], code: 0 });
  });

  it('shows what would change, and writes nothing, with --dry-run; empties other lists with --prune', async () => {
    await cli.run('block', 'fly', 'zoom');
    await cli.run('block', 'map', '--client', 'my-mod');
    const path = write(`${HEADER}---\nlist: global\nblocked: [fly, radar]\nuntil: {zoom: ${LATER}}\n`);
    const dry = await cli.run('import', path, '--dry-run', '--prune');
    expect(dry.out).toEqual([
      '--- global',
      '+ radar',
      '- zoom',
      `+ zoom  until ${LATER.slice(0, 10)} 18:00:00 UTC`,
      '--- client:my-mod',
      '- map',
    ]);
    expect(dry.err.at(-1)).toBe('This was a dry run, and nothing was written.');
    expect((await redis.smembers(cli.keys.blocklistKey(GLOBAL_LIST))).sort()).toEqual(['fly', 'zoom']);
    expect((await cli.run('import', path, '--prune')).out[0]).toBe(
      'global: 2 added, 1 removed, 3 features now.',
    );
    expect(await redis.exists(cli.keys.blocklistKey(clientList('my-mod')))).toBe(0);
  });

  it.each([
    ['servers:\n  a: {}\n', '1: format: This is no file of blocklists'],
    ['', '1: The file is empty'],
    [`${HEADER}---\nlist: global\nblokced: [a]\n`, '5: There is no blokced: did you mean blocked?'],
    [`${HEADER}---\nlist: everyone\n`, '4: list: It must be global, client:<client> or server:<server>.'],
    [
      `${HEADER}---\nlist: global\nblocked:\n  - a\n  - 12\n`,
      '7: blocked[1]: It must be a text; put it in quotes.',
    ],
    [
      `${HEADER}---\nlist: global\nblocked: ["a\\u0007"]\n`,
      '5: blocked[0]: The name of a feature cannot have control',
    ],
    [
      `${HEADER}---\nlist: global\nblocked: [${'x'.repeat(257)}]\n`,
      '5: blocked[0]: The name of a feature has at most',
    ],
    [`${HEADER}---\nlist: global\nuntil: {a: soon}\n`, '5: until.a: Write a date'],
    [`${HEADER}---\nlist: global\n---\nlist: global\n`, '6: list: global stands in the file twice.'],
    [`${HEADER}---\nlist: [\n`, '5: '],
    ['format: feature-control/blocklists\nversion: 2\n', '2: version: It must be 1.'],
  ])('refuses %j with line and field, and writes nothing', async (text, problem) => {
    await cli.run('block', 'fly');
    const { code, out, err } = await cli.run('import', write(text));
    expect([code, out, err.at(-1)]).toEqual([2, [], 'feature-control: nothing was written']);
    expect(err[0]).toContain(`lists.yaml:${problem}`);
    expect(await redis.smembers(cli.keys.blocklistKey(GLOBAL_LIST))).toEqual(['fly']);
  });

  it('changes nothing of a list whose key holds something else', async () => {
    await redis.set(cli.keys.blocklistUntilKey(GLOBAL_LIST), 'x');
    const { code, err } = await cli.run('import', write(`${HEADER}---\nlist: global\nblocked: [fly]\n`));
    expect([code, err[0]]).toEqual([1, expect.stringContaining('WRONGTYPE')]);
    expect(await redis.exists(cli.keys.blocklistKey(GLOBAL_LIST))).toBe(0);
  });

  it('leaves each list old or new where it is killed [G72]', async () => {
    const clients = Array.from({ length: 2000 }, (_, index) => `mod-${index}`);
    const file = (features: readonly string[]): string =>
      HEADER +
      clients.map((client) => `---\nlist: client:${client}\nblocked: [${features.join(', ')}]\n`).join('');
    const old = Array.from({ length: 20 }, (_, index) => `old-${index}`);
    const fresh = Array.from({ length: 30 }, (_, index) => `new-${index}`);
    await cli.run('import', write(file(old)));
    const path = write(file(fresh));
    await runProgram(['tools/feature-control.mjs', '--help'], process.env);
    const program = `${REPOSITORY}/rest-sidecar/build/cli.cjs`;
    const child = spawn(process.execPath, [program, 'import', path], {
      env: { ...process.env, ...cli.environment },
      stdio: 'ignore',
    });
    const lists = clients.map((client) => cli.keys.blocklistKey(clientList(client)));
    await eventually(async () => (await redis.sismember(lists[200] ?? '', 'new-0')) === 1, {
      withinMs: 40_000,
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const contents = new Set<string>();
    for (const list of lists) contents.add((await redis.smembers(list)).sort().join());
    expect([...contents].sort()).toEqual([fresh.sort().join(), old.sort().join()].sort());
  });
});

describe('without Redis', () => {
  it.each([['block', 'fly'], ['export', '--json'], ['import', 'lists.yaml'], ['status'], ['doctor']])(
    '%s %s ends with one line and exit code 2',
    async (...args) => {
      const path = write(`${HEADER}---\nlist: global\n`);
      const environment = { ...cli.environment, REDIS_URL: 'redis://127.0.0.1:1' };
      const { code, out, err } = await cli.runWith(
        { environment },
        ...args.map((arg) => (arg === 'lists.yaml' ? path : arg)),
      );
      expect([code, out, err]).toEqual([
        2,
        [],
        [expect.stringMatching(/^feature-control: Redis at 127\.0\.0\.1:1 /)],
      ]);
    },
  );
});
