import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { validators } from '../../../shared/rest/validators.js';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import { readRecent } from '../../../node/redis/recent-names.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';

/** Maximum number of candidates; a longer list is of no use in a shell. */
const MAX_CANDIDATES = 200;

/**
 * Returns the known values of a kind.
 * @param kind the placeholder in the help, such as `client` for `<client>`
 * @param before the preceding arguments of the command
 * @param current the prefix that is typed so far
 */
export async function knownValues(
  context: CommandContext,
  kind: string,
  { before, current }: { readonly before: readonly string[]; readonly current: string },
): Promise<readonly string[]> {
  if (kind === 'path') return await filesLike(current);
  if (!(kind in SOURCES) && kind !== 'id') return [];
  return await withRedis(context, async (redis, keys) => {
    const found = await (SOURCES[kind] ?? SOURCES[before[0] ?? ''] ?? none)(redis, keys, before);
    return [...new Set(found)].filter((name) => name.startsWith(current)).slice(0, MAX_CANDIDATES);
  });
}

type Source = (redis: RedisClient, keys: RedisKeys, before: readonly string[]) => Promise<readonly string[]>;

const none: Source = () => Promise.resolve([]);

const startingWith =
  (prefixOf: (keys: RedisKeys) => string): Source =>
  async (redis, keys) => {
    const prefix = prefixOf(keys);
    const found = await new IoredisCommands(redis).keysStartingWith([prefix]);
    return found.map((key) => key.slice(prefix.length)).sort();
  };

const SOURCES: Readonly<Record<string, Source>> = {
  client: async (redis, keys) => [
    ...(await readRecent(redis, keys.catalogueClients, MAX_CANDIDATES)),
    ...(await startingWith(({ blocklistClients }) => blocklistClients)(redis, keys, [])),
  ],
  feature: async (redis, keys) => [
    ...(await readRecent(redis, keys.catalogueFeatures, MAX_CANDIDATES)),
    ...Object.keys(NEUTRAL_NAMES),
  ],
  server: startingWith(({ servers }) => servers),
  event: startingWith(({ events }) => events),
  voting: startingWith(({ votings }) => votings),
  candidate: async (redis, keys, [voting = '']) => {
    const stored = parseStored(
      (await orRedisError(redis.get(keys.votingOf(voting)))) ?? '',
      validators.storedVoting,
    );
    return stored.ok ? stored.value.candidates.map(({ id }) => id) : [];
  },
};

async function filesLike(current: string): Promise<string[]> {
  const folder = current.endsWith('/') ? current : dirname(current || './x');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const isPlain = !current.includes('/');
  return entries
    .map((entry) => `${isPlain ? entry.name : join(folder, entry.name)}${entry.isDirectory() ? '/' : ''}`)
    .filter((name) => name.startsWith(current));
}
