import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';

/** Who is sent commands. */
export interface LettuceAsked {
  /** @returns undefined while there is no connection, and every command fails at once */
  readonly commands: () => RedisAsyncCommands | undefined;
  /** Whether it has to be told before each command that it is meant: of a cluster, a server that a slot is on its way to. */
  readonly asking?: boolean;
}

/** @throws {RedisError} while there is no connection */
export function commandsOf({ commands }: LettuceAsked): RedisAsyncCommands {
  const redis = commands();
  if (redis === undefined) throw new RedisError('unreachable', 'Redis is not connected');
  return redis;
}
