import type { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import type { CancelTimer } from '../../../shared/timers.ts';
import type { ConnectionOptions } from './connection-options.ts';

const NO_NODE =
  'None of the servers named lets itself be connected to, or with TLS none has a certificate that is ' +
  'trusted.';

/** How ioredis begins where no Sentinel names a master. */
const NO_SENTINEL = 'All sentinels are unreachable';

const UNKNOWN_MASTER = 'No Sentinel that answers knows a master of that name.';

/**
 * A connection that was there for this long, in milliseconds, counts: what listens there may be no Redis, or
 * refuse commands.
 */
const LASTING_MS = 1000;

/**
 * Logs why no connection can be made, each reason once until there is one that lasts.
 * @param client of ioredis
 * @param server that it connects to, for people to read
 */
export function logConnectionErrors(
  client: EventEmitter,
  { logger, timers }: ConnectionOptions,
  server = 'Redis',
): void {
  let logged = '';
  let cancel: CancelTimer = () => undefined;
  // Without a listener, ioredis prints each failed attempt.
  client.on('error', (error: Error) => {
    const reason = reasonOf(error);
    if (reason !== logged) logger?.warn(`${server} is unreachable, reconnecting: ${reason}`);
    logged = reason;
  });
  client.on('ready', () => {
    cancel();
    cancel = timers.after(LASTING_MS, () => {
      logged = '';
    });
  });
  client.on('close', () => {
    cancel();
  });
}

/**
 * ioredis reports of a cluster, and of Sentinels, that none could be asked. Why the last one could not stands
 * beside it, unless there was no connection at all.
 */
export function reasonOf(error: Error): string {
  if (error.message.startsWith(NO_SENTINEL)) {
    return error.message.includes('Last error:') ? NO_NODE : UNKNOWN_MASTER;
  }
  const { lastNodeError } = error as { readonly lastNodeError?: unknown };
  if (!(lastNodeError instanceof Error)) return error.message;
  return lastNodeError.message === 'Connection is closed.' ? NO_NODE : lastNodeError.message;
}

/** @returns logs, once, that a connection's server does not ask for the password of the URL */
export function createPasswordCheck(
  { credentials }: RedisUrl,
  { logger }: ConnectionOptions,
): (redis: Redis) => void {
  let isLogged = false;
  return (redis) => {
    if (credentials === undefined || credentials.user !== undefined || logger === undefined) return;
    redis.on('ready', () => {
      if (isLogged) return;
      redis.call('AUTH', credentials.password).catch((error: unknown) => {
        if (isLogged || !String(error).includes('without any password')) return;
        isLogged = true;
        logger.warn('REDIS_URL has a password, but Redis requires none');
      });
    });
  };
}
