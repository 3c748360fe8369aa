import { RedisError, toReplyError } from '../../../../shared/redis/redis-error.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';
import { JavaException } from '../java-interop.ts';

/**
 * Converts a failure to the error of the Redis port. An error of the script itself is a bug, and is returned
 * unchanged.
 */
export function toRedisError(cause: unknown): Error {
  if (!(cause instanceof JavaException))
    return cause instanceof Error ? cause : new RedisError('unreachable', String(cause), { cause });
  // A stage may wrap the cause.
  const { message, thrown } = new JavaException(cause.thrown.getCause() ?? cause.thrown);
  return thrown instanceof Java.type('io.lettuce.core.RedisCommandExecutionException')
    ? toReplyError(message, cause)
    : new RedisError('unreachable', message, { cause });
}

/** @throws {RedisError} while disconnected */
export function connected(commands: RedisAsyncCommands | undefined): RedisAsyncCommands {
  if (commands === undefined) throw new RedisError('unreachable', 'Redis is not connected');
  return commands;
}
