import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { CancelTimer } from '../../../shared/timers.ts';
import { checkServerKind } from './check-server-kind.ts';
import { annotateErrors, logConnectionErrors } from './connection-log.ts';
import { redisOptions, retryDelayMs } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { RedisEndpoint } from './redis-endpoint.ts';

/**
 * Opens a connection that connects immediately, reconnects after every loss, and whose commands always
 * settle. It emits `ready` each time it becomes usable; it emits failures to connect as `error`, and
 * continues to try.
 * @param target the ioredis options that select the server
 * @param detailsOf what is known about its errors
 * @param name of the server in log lines; `Redis` by default
 */
export function openConnection(
  endpoint: RedisEndpoint,
  target: Omit<RedisOptions, 'replyMapping'>,
  options: ConnectionOptions,
  detailsOf: Parameters<typeof annotateErrors>[1] = () => ({}),
  name?: string,
): Redis {
  const redis = new Redis({
    ...redisOptions(endpoint, options),
    enableOfflineQueue: false,
    retryStrategy: retryDelayMs,
    ...target,
  });
  checkServerKind(redis, endpoint.url, options.name);
  annotateErrors(redis, detailsOf);
  logConnectionErrors(redis, endpoint.url, options, name);
  // If Redis refuses the database of the URL, ioredis would continue in database 0, which has other data.
  redis.on('error', (error) => {
    if (isRefusedDatabase(error)) redis.disconnect(true);
  });
  pingRegularly(redis, options);
  return redis;
}

/**
 * Sends a `PING` at an interval. A connection can die without notice, for example if a firewall drops its
 * state or Redis is frozen. ioredis closes it if a command gets no reply.
 */
export function pingRegularly(redis: Redis, { timers, commandTimeoutMs = 500 }: ConnectionOptions): void {
  let cancel: CancelTimer = () => undefined;
  const pingLater = (): void => {
    cancel();
    cancel = timers.after(commandTimeoutMs, () => {
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
