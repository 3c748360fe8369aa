import type { ChainableCommander } from 'ioredis';
import { isWrongType, RedisError, toReplyError } from '../../shared/redis/redis-error.ts';

/**
 * Messages of ioredis for a command that is sent without a connection, and for one without a reply. The last
 * is that of a pipeline of which some commands were answered.
 */
const WITHOUT_CONNECTION = [
  [/^(?:Stream isn't writeable|Cluster isn't ready|Connection is closed)/, 'Not connected.'],
  [
    /^(?:Reached the max retries per request limit|Command aborted due to connection close)/,
    'The connection was lost.',
  ],
] as const;

/**
 * The message of ioredis for a command whose keys are on two servers, because their slot is being moved: each
 * of the servers names the other one, which may not know a script yet.
 */
const MIGRATING = /^Too many Cluster redirections\. Last error: \w+: (?:TRYAGAIN|ASK|MOVED|NOSCRIPT) /;

/**
 * Converts an error of ioredis. Any error that is not an error reply means that there was no reply.
 */
export function toRedisError(cause: unknown): RedisError {
  if (cause instanceof RedisError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Error && cause.name === 'ReplyError') return toReplyError(text, cause);
  if (MIGRATING.test(text)) return toReplyError('TRYAGAIN The slot of these keys is being moved.', cause);
  const message = WITHOUT_CONNECTION.find(([pattern]) => pattern.test(text))?.[1] ?? text;
  return new RedisError('unreachable', message, { cause });
}

/** Settles as `reply` does. A failure becomes a {@link RedisError}. */
export async function orRedisError<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (cause) {
    throw toRedisError(cause);
  }
}

/** @returns undefined if the key has another type @throws {RedisError} */
export async function unlessWrongType<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await orRedisError(reply);
  } catch (cause) {
    if (isWrongType(cause)) return undefined;
    throw cause;
  }
}

/** Runs several commands for one key in one round trip. @throws {RedisError} if one of them fails */
export async function runPipeline(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await orRedisError(pipeline.exec())) ?? [];
  return results.map(([error, reply]) => {
    if (error !== null) throw toRedisError(error);
    return reply;
  });
}

/** The `COUNT` of one scan command: about 2 ms of Redis's time, during which it serves no other client. */
export const SCAN_COUNT = 2000;

type ScanReply<Element> = readonly [cursor: string | Buffer, elements: readonly Element[]];

/**
 * Iterates `SCAN`, `SSCAN`, `HSCAN` or `ZSCAN` to the end. An element may be returned more than once.
 * @param scan sends the command with the given cursor
 * @throws {RedisError}
 */
export async function* scanBatches<Element>(
  scan: (cursor: string) => Promise<ScanReply<Element>>,
): AsyncGenerator<readonly Element[]> {
  let cursor = '0';
  do {
    const [next, elements] = await orRedisError(scan(cursor));
    yield elements;
    cursor = String(next);
  } while (cursor !== '0');
}
