import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { createUser } from '../support/redis/acl-lines.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';

/** A command of Redis, or a part of one such as `config|set`, as Redis itself describes it. */
interface Command {
  readonly name: string;
  readonly categories: readonly string[];
  /** What it does with its keys, such as `access` and `update`. */
  readonly flags: readonly string[];
  /** As many arguments as it needs, of which {@link KEY} stands for a key. */
  readonly arguments: readonly string[];
}

const KEY = 'the key';

/** The key positions in the description of a command. */
interface KeyPosition {
  readonly flags: readonly string[];
  readonly begin_search: { readonly spec: { readonly index?: number; readonly keyword?: string } };
  readonly find_keys: {
    readonly spec: { readonly lastkey?: number; readonly keynumidx?: number; readonly firstkey?: number };
  };
}

/** The table in which THREATS.md says what each user could do: its cells by row and user. */
function readTable(): {
  readonly users: readonly string[];
  readonly rows: ReadonlyMap<string, readonly string[]>;
} {
  const section = readRepositoryFile('THREATS.md').split('## A program that was taken over')[1] ?? '';
  const [users = [], , ...rows] = (section.match(/^\|.*\|$/gm) ?? []).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
  return { users: users.slice(1), rows: new Map(rows.map(([name = '', ...cells]) => [name, cells])) };
}

const { users, rows } = readTable();
const KEY_ROWS = [...rows.keys()].filter((name) => name.startsWith('fc:') || name === 'any other key');

let server: RedisServer;
let admin: Redis;
let commands: readonly Command[];

beforeAll(async () => {
  server = await startRedis({ persistent: false });
  admin = new Redis(server.url);
  commands = ((await admin.call('COMMAND')) as unknown[]).flatMap(parseCommand);
  for (const user of users) await createUser(admin, user);
});

afterAll(async () => {
  admin.disconnect();
  await server.stop();
});

function parseCommand(reply: unknown): readonly Command[] {
  const [name, arity, , , , , categories, , positions, parts] = reply as Parameters<
    (...fields: [string, number, 0, 0, 0, 0, string[], 0, unknown[], unknown[]]) => void
  >;
  if (parts.length > 0) return parts.flatMap(parseCommand);
  const words = name.split('|').length;
  const keys = positions.map((position) => toObject(position) as KeyPosition);
  const args = Array.from({ length: Math.abs(arity) - words }, () => '1');
  for (const { begin_search: begin, find_keys: find } of keys) {
    const { firstkey = 0, keynumidx, lastkey = 0 } = find.spec;
    const start = begin.spec.keyword === undefined ? (begin.spec.index ?? words) - words : args.length + 1;
    const first = start + firstkey;
    while (args.length < first) args.push('1');
    if (begin.spec.keyword !== undefined) args[start - 1] = begin.spec.keyword;
    if (keynumidx !== undefined) args[start + keynumidx] = '1';
    for (let index = first; index <= first + Math.max(0, lastkey); index += 1) args[index] = KEY;
  }
  const flags = keys.flatMap((position) => position.flags.map((flag) => flag.toLowerCase()));
  return [{ name, categories, flags, arguments: args }];
}

/** Returns the object for a map, which is a list of names and values in this version of the protocol. */
function toObject(reply: unknown): unknown {
  if (!Array.isArray(reply) || !/^[a-z]/.test(String(reply[0]))) return reply;
  return Object.fromEntries(
    reply.flatMap((name, index) => {
      if (index % 2 === 1) return [];
      return [[name, name === 'flags' ? reply[index + 1] : toObject(reply[index + 1])]];
    }),
  );
}

/** Returns the commands that a user may run with a key. */
async function allowedWith(user: string, key: string): Promise<readonly Command[]> {
  const mayRun = async (command: Command): Promise<boolean> => {
    const args = command.arguments.map((arg) => (arg === KEY ? key : arg));
    return (await admin.call('ACL', 'DRYRUN', user, ...command.name.split('|'), ...args)) === 'OK';
  };
  const allowed = await Promise.all(commands.map(mayRun));
  return commands.filter((_, index) => allowed[index]);
}

/** Returns what a command does with a key. What a script does, its commands do, which Redis checks, too. */
function effectsOf({ categories, flags, name }: Command): readonly string[] {
  if (categories.includes('@scripting')) return [];
  if (name.includes('expire')) return ['expire'];
  return flags.flatMap((flag) => {
    if (flag === 'access') return ['read'];
    if (flag === 'delete') return ['delete'];
    return flag === 'update' || flag === 'insert' ? ['write'] : [];
  });
}

describe.each(users)('%s, taken over,', (user) => {
  const cellOf = (row: string): string => rows.get(row)?.[users.indexOf(user)] ?? '';

  it.each(KEY_ROWS)('can do with %s what THREATS.md says, by any command', async (row) => {
    const allowed = await allowedWith(user, row === 'any other key' ? 'other' : row.replace('*', 'x'));
    const effects = new Set(allowed.flatMap(effectsOf));
    const shown = ['read', 'write', 'expire', 'delete'].filter((effect) => effects.has(effect));
    expect(shown.join(', ')).toBe(cellOf(row));
  });

  it('has no other power than THREATS.md says', async () => {
    const allowed = await allowedWith(user, 'other');
    const namesOf = (...categories: readonly string[]): string =>
      allowed
        .filter(
          (command) =>
            command.flags.length === 0 && categories.some((one) => command.categories.includes(one)),
        )
        .map(({ name }) => name.replace('|', ' '))
        .sort()
        .join(', ');
    expect(namesOf('@admin', '@dangerous', '@pubsub')).toBe(cellOf('administrative commands'));
    // Scripts have keys, or none.
    const withOwnKey = (
      await Promise.all(KEY_ROWS.map((row) => allowedWith(user, row.replace('*', 'x'))))
    ).flat();
    const mayRunScripts = [...allowed, ...withOwnKey].some(({ categories }) =>
      categories.includes('@scripting'),
    );
    expect(mayRunScripts ? 'yes' : '').toBe(cellOf('scripts, of which an endless one stops Redis'));
  });
});

it('THREATS.md has every user of the file, and every key of the contract', () => {
  const named = readRepositoryFile('deploy/redis/users.acl').match(/(?<=^user )fc-\S+/gm);
  expect(users).toStrictEqual(named);
  const kinds = Object.values(new RedisKeys('fc:')).filter((value) => value !== 'fc:blocklist:global');
  for (const kind of kinds as readonly string[])
    expect(KEY_ROWS.some((row) => kind.startsWith(row.replace(/\*$/, '')) || row.startsWith(kind))).toBe(
      true,
    );
});
