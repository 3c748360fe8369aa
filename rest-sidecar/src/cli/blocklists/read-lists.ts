import { parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../redis/ioredis-commands.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import type { CommandContext } from '../command-context.ts';
import { SCAN_COUNT, scanPieces, unlessWrongType } from '../../redis/redis-replies.ts';
import { toEndMs } from '../../redis/timed-scores.ts';

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
    unlessWrongType(readSet(redis, keys.blocklistKey(list))),
    unlessWrongType(readUntil(redis, keys.blocklistUntilKey(list), nowMs)),
  ]);
  const rejectedKeys = [
    ...(blocked === undefined ? [keys.blocklistKey(list)] : []),
    ...(until === undefined ? [keys.blocklistUntilKey(list)] : []),
  ];
  return { blocked: [...(blocked ?? [])].sort(), until: until ?? new Map(), rejectedKeys };
}

async function readSet(redis: RedisClient, key: string): Promise<ReadonlySet<string>> {
  const features = new Set<string>();
  const scan = async (cursor: string) => await redis.sscan(key, cursor, 'COUNT', SCAN_COUNT);
  for await (const piece of scanPieces(scan)) for (const feature of piece) features.add(feature);
  return features;
}

async function readUntil(
  redis: RedisClient,
  key: string,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const until = new Map<string, number>();
  const scan = async (cursor: string) => await redis.zscan(key, cursor, 'COUNT', SCAN_COUNT);
  for await (const piece of scanPieces(scan)) {
    for (let index = 0; index + 1 < piece.length; index += 2) {
      const endMs = toEndMs(piece[index + 1] ?? '');
      if (endMs > nowMs) until.set(piece[index] ?? '', endMs);
    }
  }
  return until;
}

/** One line for each key that is left out. */
export function warnOfRejected(
  { err }: CommandContext,
  { rejectedKeys }: Pick<StoredList, 'rejectedKeys'>,
): void {
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
