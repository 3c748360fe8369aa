import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { PATIENCE } from './start-proxy.ts';

/**
 * Waits until a proxy has read an edit, by requests of new players. An edit that is read late is also sent
 * late, even to players who have subscribed after it.
 * @param blocked the expected features for `client`
 */
export async function untilAnswered(
  proxy: StandIn,
  features: readonly string[],
  blocked: readonly string[],
  client = 'my-mod',
): Promise<void> {
  const isRead = async () => {
    const asking = await proxy.join({ connected: true });
    const { payload } = await check(asking, client, features);
    await asking.disconnect();
    return JSON.stringify(payload?.blocklist) === JSON.stringify(blocked);
  };
  const what = `[${blocked.join()}] of [${features.join()}] to be blocked for ${client}`;
  await eventually(isRead, { ...PATIENCE, everyMs: 20, what });
}

/**
 * Waits until every proxy has read the lists that were changed before this call. Writes the list of a new
 * client: Redis reports changes in order, and a proxy reads the lists in that order.
 */
export async function untilChangesReported(
  proxies: readonly StandIn[],
  redis: Redis,
  keys: RedisKeys,
): Promise<void> {
  const client = `mark-${randomUUID()}`;
  await redis.sadd(keys.blocklistOf(client), 'mark');
  await Promise.all(proxies.map((proxy) => untilAnswered(proxy, ['mark'], ['mark'], client)));
}
