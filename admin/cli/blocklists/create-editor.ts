import { RedisBlocklistEditor } from '../../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { readSettings } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';

/** Creates an editor of the blocklists that records each edit in the history. */
export function createEditor(
  context: CommandContext,
  redis: RedisClient,
  keys: RedisKeys,
): RedisBlocklistEditor {
  return new RedisBlocklistEditor(new IoredisCommands(redis), keys, readSettings(context).auditEntries);
}

/** Returns the time of Redis's clock, in whole milliseconds since the epoch. @throws {RedisError} */
export async function redisNow(redis: RedisClient): Promise<number> {
  return Math.floor(await new IoredisCommands(redis).time());
}
