import { mastersOf } from '../../../node/redis/connecting/redis-client.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { eventually } from '../eventually.ts';

/**
 * Waits until each server is connected. The connection to a cluster is ready with the first server, and
 * rejects commands for slots of others until these are connected, too.
 */
export async function untilConnected(client: RedisClient): Promise<void> {
  const isConnected = () =>
    client.status === 'ready' && mastersOf(client).every(({ status }) => status === 'ready');
  await eventually(isConnected, { what: 'the connection' });
}
