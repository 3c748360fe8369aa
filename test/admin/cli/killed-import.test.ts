import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientList } from '../../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../../support/eventually.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { Random } from '../../support/random.ts';
import { startServerStore } from '../../support/redis/redis-stores.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { createCli } from './run-cli.ts';
import type { CliUnderTest } from './run-cli.ts';

const PROGRAM = `${REPOSITORY}/admin/build/cli.cjs`;
const ROUNDS = 3;
const CLIENTS = Array.from({ length: 120 }, (_, index) => `mod-${index}`);
const PATIENCE = { withinMs: 40_000, everyMs: 1 };
const LATER = '2100-01-01T00:00:00.000Z';

/** Features that enter, leave, and change from one key of the list to the other. */
const VERSIONS = ['odd', 'even'].map((name) => {
  const [here, there] = name === 'odd' ? ['a', 'b'] : ['b', 'a'];
  return {
    name,
    blocked: ['always', `${name}-1`, `${name}-2`, `moves-${here}`],
    until: [`${name}-timed`, `moves-${there}`],
  };
});

function fileOf({ blocked, until }: (typeof VERSIONS)[number]): string {
  const lists = CLIENTS.map((client) => {
    const timed = until.map((feature) => `  ${feature}: ${LATER}\n`).join('');
    return `---\nlist: client:${client}\nblocked: [${blocked.join(', ')}]\nuntil:\n${timed}`;
  });
  return `format: feature-control/blocklists\nversion: 1\n${lists.join('')}`;
}

const contentsOf = (blocked: readonly string[], until: readonly string[]): string =>
  `${blocked.toSorted().join()} until ${until.toSorted().join()}`;

beforeAll(async () => {
  // Builds the program if its sources have changed.
  await runProgram(['tools/command-line/feature-control.mjs', '--help'], process.env);
});

describe('an import that is killed', () => {
  let store: RedisStore;
  let cli: CliUnderTest;
  let directory: TemporaryDirectory;

  beforeAll(async () => {
    directory = makeTemporaryDirectory();
    for (const version of VERSIONS) directory.write(`${version.name}.yaml`, fileOf(version));
    store = await startServerStore();
    cli = createCli(store.url);
  }, 60_000);

  afterAll(async () => {
    await store.stop();
    directory.remove();
  });

  const pathOf = (name: string): string => `${directory.path}/${name}.yaml`;

  const blockedIn = async (client: string): Promise<string> => {
    const list = clientList(client);
    const [set, timed] = await Promise.all([
      store.admin.smembers(cli.keys.blocklistKey(list)),
      store.admin.zrange(cli.keys.timedBlocklistKey(list), '0', '-1'),
    ]);
    return contentsOf(set, timed);
  };

  /** Starts an import, and kills it when it has recorded a change of the list. */
  const importUntil = async (name: string, client: string): Promise<void> => {
    const recorded = async () => await store.admin.xlen(cli.keys.auditKey(clientList(client)));
    const before = await recorded();
    const env = { ...process.env, ...cli.environment };
    const child = spawn(process.execPath, [PROGRAM, 'import', pathOf(name)], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await eventually(async () => (await recorded()) > before, { ...PATIENCE, what: 'the list to change' });
    child.kill('SIGKILL');
    await ended;
  };

  it('leaves each list either old or new, and can be completed later [G72]', async () => {
    const random = new Random(72, 0);
    const [odd, even] = VERSIONS.map(({ blocked, until }) => contentsOf(blocked, until));
    expect((await cli.run('import', pathOf('odd'))).code).toBe(0);
    let contents = CLIENTS.map(() => odd);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [name, wanted] = round % 2 === 0 ? ['odd', odd] : ['even', even];
      const changing = CLIENTS.filter((_, index) => contents[index] !== wanted);
      await importUntil(name, changing[random.below(changing.length / 2)] ?? '');
      contents = await Promise.all(CLIENTS.map(blockedIn));
      expect([...new Set(contents)].filter((each) => each !== odd && each !== even)).toEqual([]);
    }
    expect((await cli.run('import', pathOf('even'))).code).toBe(0);
    expect(new Set(await Promise.all(CLIENTS.map(blockedIn)))).toEqual(new Set([even]));
    // The history contains each list that a killed import has changed once.
    const { changes } = await cli.json('history', '--client', CLIENTS[0] ?? '', '--most', '100');
    const ids = (changes as readonly { readonly id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(ROUNDS + 2);
  }, 120_000);
});
