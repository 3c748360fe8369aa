import { describe, expect, it } from '@jest/globals';
import { RedisKeys } from '../shared/redis/redis-keys.ts';
import { parseCoinsTrade } from '../shared/rest/coins-trade.ts';
import { KEYED_RECORDS } from '../shared/rest/record-types.ts';
import { validators } from '../shared/rest/validators.js';
import { fieldsOf, RECORD_KINDS } from './support/http/stored-records.ts';
import { startServerStore } from './support/redis/redis-stores.ts';
import { inlineCode, shellLines, shellWords } from './support/repository/markdown.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';
import { useStarted } from './support/use-started.ts';

const page = readRepositoryFile('docs/redis.md');
const readme = readRepositoryFile('README.md');
const commands = [...new Set(shellLines(`${page}\n${readme}`))]
  .map(shellWords)
  .filter(([program]) => program === 'redis-cli')
  .map((words) => words.slice(1));

/** The rows of a table of keys, each with the first word of its type. */
function documentedKeys(markdown: string): { readonly key: string; readonly type: string }[] {
  const rows = markdown.matchAll(/^\| `(fc:[^`]+)`\s*\| (\w+)/gm);
  return [...rows].map(([, key = '', type = '']) => ({ key, type: type === 'sorted' ? 'zset' : type }));
}

/** A pattern of each key, with `<…>` for any text, and the type that it has. */
const keyTypes = documentedKeys(page).map(({ key, type }) => ({
  pattern: new RegExp(`^${key.replace(/<[^>]+>/g, '.+')}$`),
  type,
}));

const STORED_RECORDS = new Map<string, (value: unknown) => boolean>(
  KEYED_RECORDS.map((name) => [name, (value) => validators[name](value)]),
);

describe('the keys of the Redis contract', () => {
  const keys = Object.values(new RedisKeys('fc:')).filter((key) => typeof key === 'string');
  const document = readRepositoryFile('docs/redis.md');

  it.each(keys)('%s is in docs/redis.md', (key) => {
    expect(document).toContain(key);
  });

  it.each(keys)('%s is in a backup or recreated, by docs/run-it.md', (key) => {
    const [, section = ''] = readRepositoryFile('docs/run-it.md').split('## Back up and restore\n\n');
    const [list = ''] = section.split('\n\n');
    const prefixes = inlineCode(list).map((name) => name.replace(/\*$/, ''));
    expect(prefixes.filter((prefix) => prefix.startsWith('fc:') && key.startsWith(prefix))).toHaveLength(1);
  });
});

describe.each(RECORD_KINDS)('the row of fc:$kind:<id> in docs/redis.md', ({ kind, stored }) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`fc:${kind}:<id>\``)) ?? '';

  it.each(fieldsOf(stored))('names the field %s', (field) => {
    expect(row).toContain(`\`${field.split('.').at(-1) ?? ''}\``);
  });
});

describe('the redis-cli lines of docs/redis.md and the README', () => {
  const store = useStarted(async () => await startServerStore({ persistent: false }));

  it('show how to write every key that admins and game servers write', () => {
    const written = new Set(commands.map(([, key = '']) => key));
    const unseen = keyTypes.filter(({ pattern }) => ![...written].some((key) => pattern.test(key)));
    expect(unseen).toStrictEqual([]);
    expect(keyTypes).toHaveLength(14);
  });

  it.each(commands.map((words) => [words.join(' '), words] as const))(
    '%s',
    async (_, [name = '', ...args]) => {
      await expect(store.admin.call(name, ...args)).resolves.toBeDefined();
      const key = args[0] ?? '';
      const documented = keyTypes.filter(({ pattern }) => pattern.test(key)).map(({ type }) => type);
      const actual = await store.admin.type(key);
      if (actual !== 'none') expect(documented).toContain(actual);
    },
  );

  const kindOf = (key: string): string => key.split(':')[1] ?? '';
  const records = commands.filter(([name, key = '']) => name === 'SET' && STORED_RECORDS.has(kindOf(key)));

  it.each(records.map(([, key = '', json = '']) => ({ key, json })))(
    'stores a record that is served: $key',
    ({ key, json }) => {
      expect(STORED_RECORDS.get(kindOf(key))?.(JSON.parse(json))).toBe(true);
    },
  );

  it('show a record that expires', () => {
    expect(records.filter(([, , , option]) => option === 'EX')).toHaveLength(1);
  });

  it('stores a trade that is served', async () => {
    const [entry] = await store.admin.xrevrange('fc:coins-trades', '+', '-', 'COUNT', 1);
    const [, fields = []] = entry ?? [];
    const pairs = fields.flatMap((field, index) =>
      index % 2 === 0 ? [[field, fields[index + 1] ?? ''] as const] : [],
    );
    expect(parseCoinsTrade(new Map(pairs))).toStrictEqual({ rate: 12.5, datetime: 1767225600000 });
  });
});
