import { readRecentNames } from '../../../node/redis/commands/recent-names.ts';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { KEYED_RECORDS, RECORD_TYPES } from '../../../shared/rest/record-types.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { withRedis } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';

type ReadNames = (connected: ConnectedContext, args: readonly string[]) => Promise<readonly string[]>;

/** Reads the values of an option or an argument, by its name. An `<id>` is that of the type before it. */
const READERS = new Map<string, ReadNames>([
  [
    'client',
    async (connected) => [
      ...(await readRecentNames(connected.redis, connected.keys)).clients,
      ...(await idsOf(connected, connected.keys.blocklistClients)),
    ],
  ],
  [
    'feature',
    async ({ redis, keys }) => [
      ...(await readRecentNames(redis, keys)).features,
      ...Object.keys(NEUTRAL_NAMES),
    ],
  ],
  ...KEYED_RECORDS.map((name): [string, ReadNames] => [
    name,
    (connected) => idsOf(connected, RECORD_TYPES[name].prefixOf(connected.keys)),
  ]),
  [
    'candidate',
    async ({ redis, keys }, [voting = '']) => {
      const text = await orRedisError(redis.get(keys.votingOf(voting)));
      const stored = parseStored(text ?? '', validators.voting);
      return stored.ok ? stored.value.candidates.map(({ id }) => id) : [];
    },
  ],
]);

async function idsOf({ commands }: ConnectedContext, prefix: string): Promise<string[]> {
  const keys = await commands.keysStartingWith([prefix]);
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
    const names = await withRedis(context, (connected) => read(connected, args));
    return [...new Set(names)].sort();
  } catch (cause) {
    if (cause instanceof CommandError || cause instanceof RedisError) return [];
    throw cause;
  }
}
