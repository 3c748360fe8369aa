import { NodeTimers } from '../../node/node-timers.ts';
import { IoredisCommands } from '../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../node/redis/connecting/redis-client.ts';
import { readPrograms } from '../../node/redis/mirroring/heartbeats.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { serverNamesOf } from '../../shared/redis/programs/server-scopes.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import type { ServerConditions } from '../../shared/redis/server/server-conditions.ts';

/** A connected Redis, as commands use it. Everything throws `RedisError` if it does not answer. */
export interface CommandConnection {
  readonly redis: RedisClient;
  /** What limits the use of its servers. */
  readonly conditions: ServerConditions;
  readonly commands: IoredisCommands;
  readonly keys: RedisKeys;
  /** Edits blocklists, and records each edit in the history. */
  readonly editor: RedisBlocklistEditor;
  /** Returns the names that running proxies have for game servers; none if they cannot be read. */
  readonly serverNames: () => Promise<readonly string[]>;
  /** Returns the time of Redis's clock, in whole milliseconds since the epoch. */
  readonly now: () => Promise<number>;
}

/** @param historyEntries maximum number of records in the history of a list */
export function createCommandConnection(
  redis: RedisClient,
  conditions: ServerConditions,
  keyPrefix: string,
  historyEntries: number,
): CommandConnection {
  const commands = new IoredisCommands(redis);
  const keys = new RedisKeys(keyPrefix);
  const serverNames = async () => serverNamesOf(await readPrograms(redis, keys).catch(() => []));
  const editor = new RedisBlocklistEditor({
    commands,
    keys,
    timers: new NodeTimers(),
    maxRecords: historyEntries,
    serverNames,
  });
  const now = async () => Math.floor(await commands.time());
  return { redis, conditions, commands, keys, editor, serverNames, now };
}
