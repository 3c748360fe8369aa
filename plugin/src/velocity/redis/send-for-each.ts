import { isWrongType } from '../../../../shared/redis/redis-error.ts';
import type { Executor, Throwable } from '../../../types/jdk.ts';
import type { RedisAsyncCommands, RedisFuture } from '../../../types/lettuce.ts';
import { toPromise } from '../java-interop.ts';
import { failureOf, toRedisError } from './lettuce-error.ts';

/** Sends a command for one key. */
export type CommandOnKey<T> = (redis: RedisAsyncCommands, key: string) => RedisFuture<T>;

/**
 * Sends a command for each key in one pipeline, and handles all replies in one task. Otherwise, each command
 * would cost a write to the socket, a task on the script thread and a promise.
 * @param server throws a RedisError while disconnected
 * @returns the replies in the order of the keys; undefined for a key of another type
 * @throws {RedisError} if a command fails otherwise
 */
export async function sendForEach<T>(
  keys: readonly string[],
  server: () => RedisAsyncCommands,
  command: CommandOnKey<T>,
  executor: Executor,
): Promise<readonly (T | undefined)[]> {
  let sent: readonly RedisFuture<T>[];
  try {
    sent = flushOnce(server(), (redis) => keys.map((key) => command(redis, key)));
  } catch (cause) {
    throw toRedisError(cause);
  }
  const all = Java.type('java.util.concurrent.CompletableFuture').allOf(...sent);
  // Failures are handled per key in `replyOf`.
  await toPromise(all, executor).catch(() => undefined);
  return sent.map(replyOf);
}

/** Writes all commands that `send` sends to the socket in one flush. */
function flushOnce<T>(redis: RedisAsyncCommands, send: (redis: RedisAsyncCommands) => T): T {
  const connection = redis.getStatefulConnection();
  connection.setAutoFlushCommands(false);
  try {
    return send(redis);
  } finally {
    connection.setAutoFlushCommands(true);
    connection.flushCommands();
  }
}

/** @throws {RedisError} if the command failed */
function replyOf<T>(future: RedisFuture<T>): T | undefined {
  try {
    return future.join();
  } catch (thrown) {
    const failure = failureOf(thrown as Throwable);
    if (isWrongType(failure)) return undefined;
    throw failure;
  }
}
