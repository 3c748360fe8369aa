import type { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import type { RedisUrl } from '../../shared/redis/url/redis-url.ts';
import { explainReply } from '../../shared/redis/url/server-kind.ts';
import type { CancelTimer } from '../../shared/timers.ts';
import type { ConnectionOptions } from './connection-options.ts';

const NO_NODE = 'No configured server accepts a connection, or, with TLS, none has a trusted certificate.';

/** The beginning of ioredis's error message if no Sentinel names a master. */
const NO_SENTINEL = 'All sentinels are unreachable';

/** A part of that message at the first end of the list of Sentinels, before which some may not be asked. */
const FIRST_END_OF_LIST = 'after 0ms.';

const UNKNOWN_MASTER = 'No reachable Sentinel knows a master with that name.';

/**
 * A connection counts as established after this many milliseconds: the server may not be Redis, or may refuse
 * commands.
 */
const ESTABLISHED_MS = 1000;

/** Reasons that are logged before a connection is established. An address in them may always differ. */
const MAX_REASONS = 20;

/**
 * Logs why no connection can be made: each reason once, until a connection is established.
 * @param client the connection or the cluster of ioredis
 * @param url the URL by which it was found
 * @param server the name of the server in log lines
 */
export function logConnectionErrors(
  client: EventEmitter,
  url: RedisUrl,
  { logger, timers }: ConnectionOptions,
  server = 'Redis',
): void {
  const logged = new Set<string>();
  let cancel: CancelTimer = () => undefined;
  // Without a listener, ioredis prints each failed attempt.
  client.on('error', (error: Error) => {
    if (error.message.startsWith(NO_SENTINEL) && error.message.includes(FIRST_END_OF_LIST)) return;
    const reason = reasonOf(error, url);
    if (logged.has(reason) || logged.size >= MAX_REASONS) return;
    logged.add(reason);
    logger?.warn(`${server} is unreachable, reconnecting: ${reason}`);
  });
  client.on('ready', () => {
    cancel();
    cancel = timers.after(ESTABLISHED_MS, () => {
      logged.clear();
    });
  });
  client.on('close', () => {
    cancel();
  });
}

/**
 * Returns the reason for a connection error, as it is logged. For a cluster and for Sentinels, ioredis
 * reports only that no server could be reached; the error of the last server, if there was a connection, is
 * in a separate property.
 */
export function reasonOf(error: Error, url: RedisUrl): string {
  const { errors, lastNodeError } = error as { readonly errors?: unknown; readonly lastNodeError?: unknown };
  // For a host with several addresses, Node reports one error for each of them, and no message. They are
  // sorted, as their order may be different at each attempt.
  if (Array.isArray(errors) && errors.length > 0)
    return (errors as Error[])
      .map((one) => reasonOf(one, url))
      .sort()
      .join('; ');
  const explained = explainReply(error.message, url);
  if (explained !== undefined) return explained;
  if (error.message.startsWith(NO_SENTINEL)) {
    return error.message.includes('Last error:') ? NO_NODE : UNKNOWN_MASTER;
  }
  if (!(lastNodeError instanceof Error)) return error.message;
  return lastNodeError.message === 'Connection is closed.' ? NO_NODE : reasonOf(lastNodeError, url);
}

/**
 * @returns a function that checks a connection, and logs once if its server requires no password although the
 * URL has one
 */
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
