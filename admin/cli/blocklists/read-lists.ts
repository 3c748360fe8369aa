import { parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import type { CommandContext } from '../command-context.ts';
import { redisNow } from './create-editor.ts';

/** A list as stored in Redis. */
export interface StoredList {
  /** Features of the set, in code unit order. */
  readonly blocked: readonly string[];
  /** Features of the timed set that have not ended, each with its end in milliseconds since the epoch. */
  readonly until: ReadonlyMap<string, number>;
  /** Keys of the list that have the wrong type and are ignored. */
  readonly rejectedKeys: readonly string[];
}

/**
 * Reads a list from Redis.
 * @param nowMs milliseconds since the epoch by Redis's clock; entries that have ended by then are left out
 * @throws {RedisError}
 */
export async function readList(
  redis: RedisClient,
  keys: RedisKeys,
  { list, nowMs }: { readonly list: BlocklistName; readonly nowMs: number },
): Promise<StoredList> {
  const [key, timedKey] = [keys.blocklistKey(list), keys.timedBlocklistKey(list)];
  const commands = new IoredisCommands(redis);
  const [[blocked], [until]] = await Promise.all([commands.smembers([key]), commands.zscan([timedKey])]);
  const rejectedKeys = [...(blocked === undefined ? [key] : []), ...(until === undefined ? [timedKey] : [])];
  const notEnded = new Map([...(until ?? [])].filter(([, endMs]) => endMs > nowMs));
  return { blocked: [...(blocked ?? [])].sort(), until: notEnded, rejectedKeys };
}

/** Lists that are read concurrently. */
const BATCH_SIZE = 50;

/** Reads all lists that are not empty, in the order of {@link namesOfLists}. @throws {RedisError} */
export async function* readAllLists(
  redis: RedisClient,
  keys: RedisKeys,
): AsyncGenerator<StoredList & { readonly list: BlocklistName }> {
  const nowMs = await redisNow(redis);
  const names = await namesOfLists(redis, keys);
  for (let start = 0; start < names.length; start += BATCH_SIZE) {
    const batch = names.slice(start, start + BATCH_SIZE);
    yield* await Promise.all(
      batch.map(async (list) => ({ list, ...(await readList(redis, keys, { list, nowMs })) })),
    );
  }
}

/** Prints a warning for each rejected key. */
export function warnOfRejected({ err }: CommandContext, rejectedKeys: readonly string[]): void {
  for (const key of rejectedKeys)
    err(`${key} has the wrong type and is ignored: see doctor, and delete or rename the key.`, 'yellow');
}

/** Returns the names of all lists that are not empty: global, then clients, then servers, each sorted. */
export async function namesOfLists(redis: RedisClient, keys: RedisKeys): Promise<readonly BlocklistName[]> {
  const commands = new IoredisCommands(redis);
  const found = await commands.keysStartingWith([keys.blocklists, keys.timedBlocklists]);
  const lists = found.flatMap((key) => {
    if (key.startsWith(keys.blocklists)) return [key];
    return key.startsWith(keys.timedBlocklists) ? [keys.blocklistOfTimed(key)] : [];
  });
  const names = new Set(lists.map((key) => key.slice(keys.blocklists.length)));
  const rankOf = ({ kind }: BlocklistName): number => ['global', 'client', 'server'].indexOf(kind);
  return [...names]
    .sort()
    .flatMap((name) => parseBlocklistName(name) ?? [])
    .sort((a, b) => rankOf(a) - rankOf(b));
}
