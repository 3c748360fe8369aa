import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { validators } from '../../../shared/rest/validators.js';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import { readRecentNames } from '../../../node/redis/recent-names.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';

type ReadNames = (redis: RedisClient, keys: RedisKeys, args: readonly string[]) => Promise<readonly string[]>;

/** Reads the values of an option or an argument, by its name. An `<id>` is that of the kind before it. */
const READERS = new Map<string, ReadNames>([
  [
    'client',
    async (redis, keys) => [
      ...(await readRecentNames(redis, keys)).clients,
      ...(await idsOf(redis, keys.blocklistClients)),
    ],
  ],
  [
    'feature',
    async (redis, keys) => [...(await readRecentNames(redis, keys)).features, ...Object.keys(NEUTRAL_NAMES)],
  ],
  ['server', async (redis, keys) => await idsOf(redis, keys.servers)],
  ['event', async (redis, keys) => await idsOf(redis, keys.events)],
  ['voting', async (redis, keys) => await idsOf(redis, keys.votings)],
  [
    'candidate',
    async (redis, keys, [voting = '']) => {
      const text = await orRedisError(redis.get(keys.votingOf(voting)));
      const stored = parseStored(text ?? '', validators.storedVoting);
      return stored.ok ? stored.value.candidates.map(({ id }) => id) : [];
    },
  ],
]);

async function idsOf(redis: RedisClient, prefix: string): Promise<string[]> {
  const keys = await new IoredisCommands(redis).keysStartingWith([prefix]);
  return keys.map((key) => key.slice(prefix.length));
}

/**
 * Returns the known values of an option or an argument. Returns none if Redis is unreachable, because
 * completion cannot show an error.
 * @param args the arguments before it
 */
export async function knownNames(
  context: CommandContext,
  name: string,
  args: readonly string[],
): Promise<readonly string[]> {
  const read = READERS.get(name === 'id' ? (args[0] ?? '') : name);
  if (read === undefined) return [];
  try {
    const names = await withRedis(context, async (redis, keys) => await read(redis, keys, args));
    return [...new Set(names)].sort();
  } catch (cause) {
    if (cause instanceof CommandError || cause instanceof RedisError) return [];
    throw cause;
  }
}
