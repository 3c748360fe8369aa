import { RedisError, toReplyError } from '../../../../shared/redis/redis-error.ts';
import type { Throwable } from '../../../types/jdk.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';
import { JavaException } from '../java-interop.ts';

/**
 * Converts a failure to the error of the Redis port. An error of the script itself is a bug, and is returned
 * unchanged.
 */
export function toRedisError(cause: unknown): Error {
  if (cause instanceof Error && !(cause instanceof JavaException)) return cause;
  const isReply =
    cause instanceof JavaException &&
    cause.thrown instanceof Java.type('io.lettuce.core.RedisCommandExecutionException');
  const message = cause instanceof Error ? cause.message : String(cause);
  return isReply ? toReplyError(message, cause) : new RedisError('unreachable', message, { cause });
}

/** @param thrown the exception of a stage: a wrapper of the cause, or the cause itself */
export function failureOf(thrown: Throwable): Error {
  return toRedisError(new JavaException(thrown.getCause() ?? thrown));
}

/** @throws {RedisError} while disconnected */
export function connected(commands: RedisAsyncCommands | undefined): RedisAsyncCommands {
  if (commands === undefined) throw new RedisError('unreachable', 'Redis is not connected');
  return commands;
}
