import { ABSENT } from '../../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../../shared/redis/mirror/mirror-kind.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { unlessWrongType } from '../../../node/redis/redis-replies.ts';

const WRONG_TYPE = -1;

/** The command that returns the size of a set or of a sorted set. */
type SizeCommand = 'scard' | 'zcard';

/**
 * Reads the size of each key with `SCARD` or `ZCARD`.
 * @returns the sizes in the order of the keys; {@link WRONG_TYPE} for a key of another type
 * @throws {RedisError}
 */
export async function readSizes(
  redis: RedisClient,
  command: SizeCommand,
  keys: readonly string[],
): Promise<readonly number[]> {
  const sizes = keys.map(async (key) => (await unlessWrongType(redis[command](key))) ?? WRONG_TYPE);
  return await Promise.all(sizes);
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
    if (size === WRONG_TYPE) return { state: 'wrong type', expected };
    return size === 0 ? ABSENT : { state: 'present', value: size };
  };
  const readAll = async (keys: readonly string[]) => await readSizes(redis, command, keys);
  return {
    name,
    prefixes: [prefix],
    read: async (keys) => (await readAll(keys)).map(toResult),
  };
}
