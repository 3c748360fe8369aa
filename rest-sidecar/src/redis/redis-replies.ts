import type { ChainableCommander } from 'ioredis';
import { isWrongType, kindOfErrorReply, RedisError } from '../../../shared/redis/redis-error.ts';

/** How ioredis words that there is no connection and commands do not wait for one. */
const NOT_CONNECTED = /^(?:Stream isn't writeable|Cluster isn't ready|Connection is closed)/;

/**
 * An error reply of Redis keeps its first word's meaning; all else that ioredis throws means that there was
 * no reply.
 */
export function toRedisError(cause: unknown): RedisError {
  if (cause instanceof RedisError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  const message = NOT_CONNECTED.test(text) ? 'Not connected.' : text;
  const isReply = cause instanceof Error && cause.name === 'ReplyError';
  return new RedisError(isReply ? kindOfErrorReply(message) : 'unreachable', message, { cause });
}

/** Settles as `reply` does, with a {@link RedisError} where it fails. */
export async function orRedisError<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (cause) {
    throw toRedisError(cause);
  }
}

/** @returns undefined where the key has another type @throws {RedisError} */
export async function unlessWrongType<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await orRedisError(reply);
  } catch (cause) {
    if (isWrongType(cause)) return undefined;
    throw cause;
  }
}

/** Runs several commands, about one key, in one round trip. @throws {RedisError} where one of them fails */
export async function runPipeline(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await orRedisError(pipeline.exec())) ?? [];
  return results.map(([error, reply]) => {
    if (error !== null) throw toRedisError(error);
    return reply;
  });
}

/** Elements asked for at a time: some 2 ms of Redis's time, in which it serves no other client. */
export const SCAN_COUNT = 2000;

type Piece<Element> = readonly [cursor: string | Buffer, elements: readonly Element[]];

/**
 * Iterates `SCAN`, `HSCAN` or `SSCAN` to the end. An element may come more than once.
 * @param scan sends the command with a cursor
 * @throws {RedisError}
 */
export async function* scanPieces<Element>(
  scan: (cursor: string) => Promise<Piece<Element>>,
): AsyncGenerator<readonly Element[]> {
  let cursor = '0';
  do {
    const [next, elements] = await orRedisError(scan(cursor));
    yield elements;
    cursor = String(next);
  } while (cursor !== '0');
}
