import { kindOfErrorReply, RedisError } from '../../../../shared/redis/redis-error.ts';
import type { Throwable } from '../../../types/jdk.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';
import { JavaException } from '../java-interop.ts';

/** @returns the port's error; what is no failure of Redis but a bug of ours comes back as it is */
export function toRedisError(cause: unknown): Error {
  if (cause instanceof Error && !(cause instanceof JavaException)) return cause;
  const isReply =
    cause instanceof JavaException &&
    cause.thrown instanceof Java.type('io.lettuce.core.RedisCommandExecutionException');
  const message = cause instanceof Error ? cause.message : String(cause);
  return new RedisError(isReply ? kindOfErrorReply(message) : 'unreachable', message, { cause });
}

/** @param thrown by a stage: a wrapper of the cause, or the cause itself */
export function failureOf(thrown: Throwable): Error {
  return toRedisError(new JavaException(thrown.getCause() ?? thrown));
}

/** @throws {RedisError} while there is no connection */
export function connected(commands: RedisAsyncCommands | undefined): RedisAsyncCommands {
  if (commands === undefined) throw new RedisError('unreachable', 'Redis is not connected');
  return commands;
}
