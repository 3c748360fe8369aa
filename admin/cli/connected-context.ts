import { NodeTimers } from '../../node/node-timers.ts';
import { IoredisCommands } from '../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../node/redis/connecting/redis-client.ts';
import { readPrograms } from '../../node/redis/mirroring/heartbeats.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { serverNamesOf } from '../../shared/redis/programs/server-scopes.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import type { ServerConditions } from '../../shared/redis/server/server-conditions.ts';
import type { CommandContext, CommandSettings } from './command-context.ts';

/** The context of a command with a connected Redis. Everything throws `RedisError` if it does not answer. */
export type ConnectedContext = ReturnType<typeof connectContext>;

/** @param conditions what limits the use of the servers of Redis */
export function connectContext(
  context: CommandContext,
  redis: RedisClient,
  conditions: ServerConditions,
  { historyEntries, keyPrefix }: CommandSettings,
) {
  const commands = new IoredisCommands(redis);
  const keys = new RedisKeys(keyPrefix);
  const serverNames = async () => serverNamesOf(await readPrograms(redis, keys).catch(() => []));
  return {
    ...context,
    redis,
    conditions,
    commands,
    keys,
    /** Edits blocklists, and records each edit in the history. */
    editor: new RedisBlocklistEditor({
      commands,
      keys,
      timers: new NodeTimers(),
      maxRecords: historyEntries,
      serverNames,
    }),
    /** Returns the names that running proxies have for game servers; none if they cannot be read. */
    serverNames,
    /** Returns the time of Redis's clock, in whole milliseconds since the epoch. */
    redisNow: async () => Math.floor(await commands.time()),
  };
}
