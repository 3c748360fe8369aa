import { isWrongType } from '../../../../shared/redis/redis-error.ts';
import type { Executor, Throwable } from '../../../types/jdk.ts';
import type { RedisAsyncCommands, RedisFuture } from '../../../types/lettuce.ts';
import { toPromise } from '../java-interop.ts';
import { failureOf, toRedisError } from './lettuce-error.ts';

/** One of a server's commands, about one key. */
export type CommandOnKey<T> = (redis: RedisAsyncCommands, key: string) => RedisFuture<T>;

/**
 * Sends a command for each key, all at once, and takes their replies at once. One by one, each would cost a
 * write to the socket, a task on the script thread and a promise.
 * @param server throws a RedisError while there is no connection
 * @returns the replies in the order of the keys; undefined where a key holds another type
 * @throws {RedisError} where one of them has no reply
 */
export async function sendForEach<T>(
  keys: readonly string[],
  server: () => RedisAsyncCommands,
  command: CommandOnKey<T>,
  executor: Executor,
): Promise<readonly (T | undefined)[]> {
  let sent: readonly RedisFuture<T>[];
  try {
    sent = writeTogether(server(), (redis) => keys.map((key) => command(redis, key)));
  } catch (cause) {
    throw toRedisError(cause);
  }
  const all = Java.type('java.util.concurrent.CompletableFuture').allOf(...sent);
  // What one of them failed with is looked at with its key.
  await toPromise(all, executor).catch(() => undefined);
  return sent.map(replyOf);
}

/** Writes what is sent meanwhile to the socket at once. */
function writeTogether<T>(redis: RedisAsyncCommands, send: (redis: RedisAsyncCommands) => T): T {
  const connection = redis.getStatefulConnection();
  connection.setAutoFlushCommands(false);
  try {
    return send(redis);
  } finally {
    connection.setAutoFlushCommands(true);
    connection.flushCommands();
  }
}

/** @throws {RedisError} what came in place of a reply */
function replyOf<T>(future: RedisFuture<T>): T | undefined {
  try {
    return future.join();
  } catch (thrown) {
    const failure = failureOf(thrown as Throwable);
    if (isWrongType(failure)) return undefined;
    throw failure;
  }
}
