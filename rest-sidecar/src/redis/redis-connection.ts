import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { CancelTimer } from '../../../shared/timers.ts';
import { logConnectionErrors } from './connection-log.ts';
import { redisOptions, retryDelayMs } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { RedisPlace } from './redis-place.ts';

/** What a connection is to, as ioredis's options. */
export type Target = Omit<RedisOptions, 'replyMapping'>;

/**
 * A connection that connects by itself, now and after every loss, and whose commands always settle. It emits
 * `ready` each time it can be used; failures to connect are emitted as `error` and end nothing.
 * @param description of what it is to, for log lines; `Redis` by default
 */
export function openConnection(
  place: RedisPlace,
  target: Target,
  options: ConnectionOptions,
  description?: string,
): Redis {
  const redis = new Redis({
    ...redisOptions(place, options),
    enableOfflineQueue: false,
    retryStrategy: retryDelayMs,
    ...target,
  });
  logConnectionErrors(redis, options, description);
  // ioredis would continue in database 0, whose data is another's.
  redis.on('error', (error) => {
    if (isRefusedDatabase(error)) redis.disconnect(true);
  });
  pingRegularly(redis, options);
  return redis;
}

/**
 * A connection can die without notice (a firewall that drops its state, a frozen Redis). ioredis closes it
 * where a command gets no reply.
 */
export function pingRegularly(redis: Redis, { timers, heartbeatMs = 500 }: ConnectionOptions): void {
  let cancel: CancelTimer = () => undefined;
  const pingLater = (): void => {
    cancel();
    cancel = timers.after(heartbeatMs, () => {
      redis.ping().catch(() => undefined);
      pingLater();
    });
  };
  redis.on('ready', pingLater).on('close', () => {
    cancel();
  });
}

function isRefusedDatabase(error: Error & { readonly command?: { readonly name: string } }): boolean {
  return error.command?.name === 'select';
}
