import type { CompletionStage, Executor, Throwable } from '../../../types/jdk.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';
import { commandsOf } from './lettuce-asked.ts';
import type { LettuceAsked } from './lettuce-asked.ts';

/**
 * Writes what is sent meanwhile to the socket at once.
 * @param send handed the server's commands
 * @throws {RedisError} while there is no connection
 */
export function sendTogether<T>(server: LettuceAsked, send: (redis: RedisAsyncCommands) => T): T {
  const redis = commandsOf(server);
  const connection = redis.getStatefulConnection();
  connection.setAutoFlushCommands(false);
  try {
    return send(redis);
  } finally {
    connection.setAutoFlushCommands(true);
    connection.flushCommands();
  }
}

/**
 * Takes the replies to what was sent together at once.
 * @param done told when all are there, on the executor; `thrown` is what came in place of one of them, null where all are replies
 */
export function whenAll(
  replies: readonly CompletionStage<unknown>[],
  executor: Executor,
  done: (thrown: Throwable | null) => void,
): void {
  const all = Java.type('java.util.concurrent.CompletableFuture').allOf(...replies);
  all.whenCompleteAsync((_, thrown) => {
    done(thrown);
  }, executor);
}
