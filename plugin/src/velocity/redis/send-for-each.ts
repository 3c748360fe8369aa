import { isWrongType } from '../../../../shared/redis/redis-error.ts';
import type { Executor, Throwable } from '../../../types/jdk.ts';
import type { RedisAsyncCommands, RedisFuture } from '../../../types/lettuce.ts';
import type { LettuceAsked } from './lettuce-asked.ts';
import { failureOf, toRedisError } from './lettuce-error.ts';
import { sendTogether, whenAll } from './send-together.ts';

/** One of a server's commands, about one key. */
export type CommandOnKey<T> = (redis: RedisAsyncCommands, key: string) => RedisFuture<T>;

/**
 * Sends a command for each key, all at once, and takes their replies at once. One by one, each would cost a write to the socket, a task on the script thread and a promise.
 * @returns the replies in the order of the keys; undefined where a key holds another type
 * @throws {RedisError} where one of them has no reply
 */
export async function sendForEach<T>(
  keys: readonly string[],
  server: LettuceAsked,
  command: CommandOnKey<T>,
  executor: Executor,
): Promise<readonly (T | undefined)[]> {
  let sent: readonly RedisFuture<T>[];
  try {
    sent = sendTogether(server, (redis) => keys.map((key) => command(redis, key)));
  } catch (cause) {
    throw toRedisError(cause);
  }
  await new Promise<void>((resolve) => {
    whenAll(sent, executor, () => {
      resolve();
    });
  });
  return sent.map(replyOf);
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
