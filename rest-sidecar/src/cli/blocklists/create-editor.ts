import { RedisBlocklistEditor } from '../../../../shared/redis/blocklists/redis-blocklist-editor.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../redis/ioredis-commands.ts';
import { areTogether } from '../../redis/redis-client.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { orRedisError } from '../../redis/redis-replies.ts';
import { readSettings } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';

/** What edits and reads blocklists, each edit with its record. */
export function createEditor(
  context: CommandContext,
  redis: RedisClient,
  keys: RedisKeys,
): RedisBlocklistEditor {
  const { audit } = readSettings(context);
  return new RedisBlocklistEditor(new IoredisCommands(redis), keys, audit, areTogether(redis));
}

/** Milliseconds since the epoch by the clock of Redis. */
export async function redisNow(redis: RedisClient): Promise<number> {
  const [seconds, microseconds] = await orRedisError(redis.time());
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}
