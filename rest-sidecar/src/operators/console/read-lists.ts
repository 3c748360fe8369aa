import { Cluster } from 'ioredis';
import { ABSENT } from '../../../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../../../shared/redis/mirror/mirror-kind.ts';
import { readFeatures, readTimedFeatures } from '../../redis/read-features.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { orRedisError, toRedisError, unlessWrongType } from '../../redis/redis-replies.ts';
import type { ListEntries } from './list-contents.ts';

/** Whether sets or sorted sets are counted. */
type SizeCommand = 'scard' | 'zcard';

/** Names of one list that are read. More would take the browser more memory than they are of use. */
const MOST_NAMES = 250_000;

/**
 * `SCARD` or `ZCARD` of each key.
 * @returns in the order of the keys; -1 where a key has another type
 * @throws {RedisError}
 */
export async function readSizes(
  redis: RedisClient,
  command: SizeCommand,
  keys: readonly string[],
): Promise<readonly number[]> {
  // A pipeline of a cluster takes keys of one master only.
  const groups = redis instanceof Cluster ? keys.map((key) => [key]) : [keys];
  const replies = groups.map(async (group) => {
    const pipeline = redis.pipeline();
    for (const key of group) pipeline[command](key);
    return (await orRedisError(pipeline.exec())) ?? [];
  });
  return (await Promise.all(replies))
    .flat()
    .map(([error, reply]) => (error ? sizeOrThrow(error) : Number(reply)));
}

function sizeOrThrow(cause: Error): number {
  const error = toRedisError(cause);
  if (error.kind === 'wrong-type') return -1;
  throw error;
}

/**
 * The sizes of all sets or sorted sets under one prefix as a {@link MirrorKind}. Every write to one of them
 * is a change to listeners, also one after which it has as many members as before.
 */
export function sizesKind(
  redis: RedisClient,
  command: SizeCommand,
  { name, prefix }: { readonly name: string; readonly prefix: string },
): MirrorKind<number> {
  const expected = command === 'scard' ? 'a set' : 'a sorted set';
  const toResult = (size: number): ReadResult<number> => {
    if (size < 0) return { state: 'wrong type', expected };
    return size === 0 ? ABSENT : { state: 'present', value: size };
  };
  const readAll = async (keys: readonly string[]) => await readSizes(redis, command, keys);
  return {
    name,
    prefixes: [prefix],
    read: async (keys) => (await readAll(keys)).map(toResult),
    size: { of: (size) => size, read: readAll },
  };
}

/**
 * All entries of a list. A key of another type has none.
 * @param key of the set @param untilKey of the sorted set
 * @throws {RedisError}
 */
export async function readEntries(redis: RedisClient, key: string, untilKey: string): Promise<ListEntries> {
  const features = await unlessWrongType(readFeatures(redis, key, MOST_NAMES));
  const until = await unlessWrongType(readTimedFeatures(redis, untilKey, MOST_NAMES));
  const isComplete = [features, until].every((read) => (read?.size ?? 0) <= MOST_NAMES);
  return { features: features ?? new Set(), until: until ?? new Map(), isComplete };
}
