import { readRecent } from '../../../node/redis/commands/recent-names.ts';
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

/** The options and arguments whose values Redis knows, by their names. */
const KNOWN = ['client', 'feature', 'candidate', 'id', ...KEYED_RECORDS];

/** Reads the values of an option or an argument, by its name. An `<id>` is that of the type before it. */
async function readNames(
  connected: ConnectedContext,
  name: string,
  args: readonly string[],
): Promise<readonly string[]> {
  const { keys, redis } = connected;
  if (name === 'client')
    return [
      ...(await readRecent(redis, keys.catalogueClients)),
      ...(await idsOf(connected, keys.blocklistClients)),
    ];
  if (name === 'feature')
    return [...(await readRecent(redis, keys.catalogueFeatures)), ...Object.keys(NEUTRAL_NAMES)];
  if (name === 'candidate') {
    const text = await orRedisError(redis.get(keys.votingOf(args[0] ?? '')));
    const stored = parseStored(text ?? '', validators.voting);
    return stored.ok ? stored.value.candidates.map(({ id }) => id) : [];
  }
  const type = KEYED_RECORDS.find((each) => each === (name === 'id' ? args[0] : name));
  return type === undefined ? [] : await idsOf(connected, RECORD_TYPES[type].prefixOf(keys));
}

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
  if (!KNOWN.includes(name)) return [];
  try {
    const names = await withRedis(context, (connected) => readNames(connected, name, args));
    return [...new Set(names)].sort();
  } catch (cause) {
    if (cause instanceof CommandError || cause instanceof RedisError) return [];
    throw cause;
  }
}
