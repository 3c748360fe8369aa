import type { NameCommands } from '../../../shared/redis/blocklists/name-commands.ts';
import type { RedisCommands } from '../../../shared/redis/redis-commands.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { SlotRange } from './slot-table.ts';

/** All that the plugin asks of Redis. */
export type Commands = RedisCommands & NameCommands;

/** One server of a cluster, with a connection of its own, which is made again whenever it is lost. */
export interface ClusterNode {
  readonly node: RedisNode;
  readonly commands: Commands;
  /** The same, each command with the word `ASKING` before it: for keys of slots that are being moved here. */
  readonly asking: Commands;
  readonly isUp: boolean;
  /** `CLUSTER SLOTS` @throws {RedisError} */
  slots(): Promise<readonly SlotRange[]>;
  close(): void;
}

/** What a server's connection tells. */
export interface NodeListener {
  readonly up: () => void;
  /** Once for each loss, and once where the first attempt fails. */
  readonly down: (cause: unknown) => void;
}

/** Begins to connect to a server, and returns at once. */
export type OpenNode = (node: RedisNode, listener: NodeListener) => ClusterNode;
