import type { ChangeFeed } from '../../shared/redis/changes/change-feed.ts';
import type { NameCommands } from '../../shared/redis/blocklists/name-commands.ts';
import type { RedisCommands } from '../../shared/redis/redis-commands.ts';

/** A Redis as the platform reaches it. Connecting has begun, and goes on by itself for as long as it is not closed. */
export interface RedisAccess {
  readonly commands: RedisCommands & NameCommands;
  readonly changeFeed: ChangeFeed;
  /** Fulfilled when the first attempt to connect has succeeded or failed. */
  readonly attempted: Promise<void>;
  isConnected(): boolean;
  close(): Promise<void>;
}
