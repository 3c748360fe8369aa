import { parseNodeRecord } from '../../shared/redis/nodes/node-record.ts';
import type { NodeRecord } from '../../shared/redis/nodes/node-record.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { IoredisCommands } from './ioredis-commands.ts';
import type { RedisClient } from './redis-client.ts';

/** The record of a running proxy or sidecar, with its identifier. */
export interface RunningNode extends NodeRecord {
  readonly id: string;
}

/**
 * Reads the records of all proxies and sidecars that send heartbeats, ordered by kind and name.
 * @throws {RedisError}
 */
export async function readNodes(redis: RedisClient, keys: RedisKeys): Promise<readonly RunningNode[]> {
  const commands = new IoredisCommands(redis);
  const found = await commands.keysStartingWith([keys.nodes]);
  const nodes = found.map(async (key) => {
    const record = parseNodeRecord((await commands.hgetall(key)) ?? new Map());
    return record === undefined ? [] : [{ id: key.slice(keys.nodes.length), ...record }];
  });
  const order = ({ kind, name, id }: RunningNode): string => `${kind} ${name} ${id}`;
  return (await Promise.all(nodes)).flat().sort((one, other) => (order(one) < order(other) ? -1 : 1));
}
