import { parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../redis/ioredis-commands.ts';
import { readFeatures, readTimedFeatures } from '../../redis/read-features.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import type { CommandContext } from '../command-context.ts';
import { unlessWrongType } from '../../redis/redis-replies.ts';

/** A list as it is stored. */
export interface StoredList {
  /** Features of the set, in code unit order. */
  readonly blocked: readonly string[];
  /** Features of the timed set with a time to come, each with its end in milliseconds since the epoch. */
  readonly until: ReadonlyMap<string, number>;
  /** Keys that hold something else than a list: nothing of them is in it. */
  readonly rejectedKeys: readonly string[];
}

/** @param nowMs by the clock of Redis: what is over by then is left out @throws {RedisError} */
export async function readList(
  redis: RedisClient,
  keys: RedisKeys,
  { list, nowMs }: { readonly list: BlocklistName; readonly nowMs: number },
): Promise<StoredList> {
  const [blocked, until] = await Promise.all([
    unlessWrongType(readFeatures(redis, keys.blocklistKey(list))),
    unlessWrongType(readTimedFeatures(redis, keys.blocklistUntilKey(list))),
  ]);
  const rejectedKeys = rejectedKeysOf(list, keys, [blocked, until]);
  const toCome = new Map([...(until ?? [])].filter(([, endMs]) => endMs > nowMs));
  return { blocked: [...(blocked ?? [])].sort(), until: toCome, rejectedKeys };
}

/**
 * The keys of a list that hold something else.
 * @param replies of its set and of its timed set, undefined where the key has another type
 */
export function rejectedKeysOf(
  list: BlocklistName,
  keys: RedisKeys,
  replies: readonly [set: unknown, timedSet: unknown],
): readonly string[] {
  const both = [keys.blocklistKey(list), keys.blocklistUntilKey(list)];
  return both.filter((_, index) => replies[index] === undefined);
}

/** One line for each key that is left out. */
export function warnOfRejected({ err }: CommandContext, rejectedKeys: readonly string[]): void {
  for (const key of rejectedKeys)
    err(`${key} holds no list and is left out: see doctor, and delete that key or rename it.`, 'yellow');
}

/** Every list that holds anything: the global one first, then clients, then servers, each by name. */
export async function namesOfLists(redis: RedisClient, keys: RedisKeys): Promise<readonly BlocklistName[]> {
  const commands = new IoredisCommands(redis);
  const names = new Set<string>();
  for (const prefix of [keys.blocklists, keys.blocklistsUntil]) {
    for (const key of await commands.keysStartingWith(prefix)) names.add(key.slice(prefix.length));
  }
  const order = ({ kind }: BlocklistName): number => ['global', 'client', 'server'].indexOf(kind);
  return [...names]
    .sort()
    .flatMap((name) => parseBlocklistName(name) ?? [])
    .sort((one, other) => order(one) - order(other));
}
