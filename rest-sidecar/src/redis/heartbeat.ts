import type { Redis } from 'ioredis';
import { isReadableDespite } from '../../../shared/redis/redis-error.ts';
import type { CancelTimer } from '../../../shared/timers.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { orRedisError } from './redis-replies.ts';

/** Settles well where the connection is worth keeping. */
export type Pulse = (redis: Redis) => Promise<unknown>;

/** @throws {RedisError} where the server does not answer, or cannot be read */
export const ping: Pulse = async (redis) => {
  try {
    return await orRedisError(redis.ping());
  } catch (cause) {
    if (isReadableDespite(cause)) return undefined;
    throw cause;
  }
};

/** A connection can die without a word (a firewall that forgets it, a frozen Redis): it is asked, and given up when it does not answer. */
export function keepAlive(
  redis: Redis,
  { timers, heartbeatMs = 1000 }: ConnectionOptions,
  pulse: Pulse = ping,
): void {
  let cancel: CancelTimer = () => undefined;
  const beatLater = (): void => {
    if (redis.status !== 'ready') return;
    cancel = timers.after(heartbeatMs, () => {
      pulse(redis).then(beatLater, () => {
        if (redis.status === 'ready') redis.disconnect(true);
      });
    });
  };
  redis.on('ready', () => {
    cancel();
    beatLater();
  });
  redis.on('close', () => {
    cancel();
  });
}
