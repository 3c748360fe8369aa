import type { RedisCommands } from '../../../shared/redis/redis-commands.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { LeftOut } from './left-out.ts';

/** Reads a hash; a key of another type counts as empty, and is logged (G26). */
export async function readHash(
  commands: RedisCommands,
  key: string,
  leftOut: LeftOut,
): Promise<ReadonlyMap<string, string>> {
  try {
    const fields = await commands.hgetall(key);
    leftOut.remove(key);
    return fields;
  } catch (error) {
    if (!(error instanceof RedisError && error.kind === 'wrong-type')) throw error;
    leftOut.add(key, 'It is not a hash.');
    return new Map();
  }
}
