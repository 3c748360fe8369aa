import type { Cluster, Redis } from 'ioredis';
import { NodeTimers } from '../../../node/node-timers.ts';
import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { RedisBlocklistEditor } from '../../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';

/** Creates an editor of blocklists, as programs use it. */
export function createEditor(
  redis: Redis | Cluster,
  keys: RedisKeys,
  maxRecords = 1000,
): RedisBlocklistEditor {
  return new RedisBlocklistEditor({
    commands: new IoredisCommands(redis),
    keys,
    timers: new NodeTimers(),
    maxRecords,
  });
}
