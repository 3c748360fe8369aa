import { Cluster } from 'ioredis';
import { ABSENT } from '../../../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../../../shared/redis/mirror/mirror-kind.ts';
import { readFeatures, readTimedFeatures } from '../../redis/read-features.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { orRedisError, toRedisError, unlessWrongType } from '../../redis/redis-replies.ts';
import type { ListEntries } from './list-contents.ts';

/** The command that returns the size of a set or of a sorted set. */
type SizeCommand = 'scard' | 'zcard';

/** Names of one list that are read. More would take too much memory in the browser. */
const MAX_NAMES = 250_000;

/**
 * Reads the size of each key with `SCARD` or `ZCARD`.
 * @returns the sizes in the order of the keys; -1 for a key of another type
 * @throws {RedisError}
 */
export async function readSizes(
  redis: RedisClient,
  command: SizeCommand,
  keys: readonly string[],
): Promise<readonly number[]> {
  // In a cluster, a pipeline may only contain keys of one master.
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
 * Creates the {@link MirrorKind} of the sizes of all sets or sorted sets with a prefix. Every write to a key
 * is reported as a change, even if its size stays the same.
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
 * Reads the entries of a list. A key of another type has no entries.
 * @param key the key of the set
 * @param timedKey the key of the sorted set
 * @throws {RedisError}
 */
export async function readEntries(redis: RedisClient, key: string, timedKey: string): Promise<ListEntries> {
  const features = await unlessWrongType(readFeatures(redis, key, MAX_NAMES));
  const until = await unlessWrongType(readTimedFeatures(redis, timedKey, MAX_NAMES));
  const isComplete = [features, until].every((entries) => (entries?.size ?? 0) <= MAX_NAMES);
  return { features: features ?? new Set(), until: until ?? new Map(), isComplete };
}
