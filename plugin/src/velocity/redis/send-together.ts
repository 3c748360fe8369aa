import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';
import type { LettuceAsked } from './lettuce-asked.ts';
import { NOT_CONNECTED } from './lettuce-error.ts';

/**
 * Writes what is sent meanwhile to the socket at once.
 * @param send handed the server's commands
 * @throws {RedisError} while there is no connection
 */
export function sendTogether<T>({ commands }: LettuceAsked, send: (redis: RedisAsyncCommands) => T): T {
  const redis = commands();
  if (redis === undefined) throw new RedisError('unreachable', NOT_CONNECTED);
  const connection = redis.getStatefulConnection();
  connection.setAutoFlushCommands(false);
  try {
    return send(redis);
  } finally {
    connection.setAutoFlushCommands(true);
    connection.flushCommands();
  }
}
