import { Cluster } from 'ioredis';
import { isWrongType } from '../../../../shared/redis/redis-error.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { orRedisError, SCAN_COUNT, scanPieces, toRedisError } from '../../redis/redis-replies.ts';
import type { ListEntries } from './list-contents.ts';

export type SizeCommand = 'scard' | 'zcard' | 'xlen';

/** Names of one list that are read. More would take the browser more memory than they are of use. */
const MOST_NAMES = 250_000;

/**
 * `SCARD`, `ZCARD` or `XLEN` of each key.
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
 * All entries of a list, by `SSCAN` and `ZSCAN`. A key of another type has none.
 * @param key of the set @param untilKey of the sorted set
 * @throws {RedisError}
 */
export async function readEntries(redis: RedisClient, key: string, untilKey: string): Promise<ListEntries> {
  const features = new Set<string>();
  const until = new Map<string, number>();
  const scan = async (cursor: string) => await redis.sscan(key, cursor, 'COUNT', SCAN_COUNT);
  const scanUntil = async (cursor: string) => await redis.zscan(untilKey, cursor, 'COUNT', SCAN_COUNT);
  await unlessWrongType(async () => {
    for await (const piece of scanPieces(scan)) {
      for (const feature of piece) features.add(feature);
      if (features.size > MOST_NAMES) return;
    }
  });
  await unlessWrongType(async () => {
    for await (const piece of scanPieces(scanUntil)) {
      for (let index = 0; index + 1 < piece.length; index += 2)
        until.set(piece[index] ?? '', Number(piece[index + 1]));
      if (until.size > MOST_NAMES) return;
    }
  });
  return { features, until, isComplete: features.size <= MOST_NAMES && until.size <= MOST_NAMES };
}

async function unlessWrongType(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (cause) {
    if (!isWrongType(cause)) throw cause;
  }
}
