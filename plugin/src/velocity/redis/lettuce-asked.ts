import type { Circuit } from '../../../../shared/redis/circuit.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';

/** What commands are sent to. */
export interface LettuceAsked {
  /** @returns undefined while there is no connection, and every command fails at once */
  readonly commands: () => RedisAsyncCommands | undefined;
}

/** Lets commands through, or refuses them at once. */
export type CommandGate = Pick<Circuit, 'run'>;

/** @throws {RedisError} while there is no connection */
export function commandsOf({ commands }: LettuceAsked): RedisAsyncCommands {
  const redis = commands();
  if (redis === undefined) throw new RedisError('unreachable', 'Redis is not connected');
  return redis;
}
