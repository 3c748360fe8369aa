import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { Logger } from '../../../shared/logger.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`, with user, password and database where needed. */
  readonly url: string;
  /** How Redis's `CLIENT LIST` names the connection. */
  readonly name: string;
  readonly timers: Timers;
  /** Told, once an outage, why no connection can be made. */
  readonly logger?: Logger;
  /** A command without a reply fails after this many milliseconds. Default: 500. */
  readonly commandTimeoutMs?: number;
  /** How often an idle connection is asked whether it still lives, in milliseconds. Default: 1000. */
  readonly heartbeatMs?: number;
}

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1000;

/**
 * Why commands are neither queued nor sent again: by default a command to a dead Redis waits for over 15 s, one to a frozen Redis for ever, and a `SET NX`
 * that is repeated after a lost reply is a wrong answer.
 */
const SETTLE_ALWAYS = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2000,
  keepAlive: 10_000,
  // RESP2: the invalidation messages arrive as ordinary messages of a subscription.
  protocol: 2,
  // A Redis that is still loading answers each command with LOADING, which the callers handle as any refusal.
  enableReadyCheck: false,
  disableClientInfo: true,
  lazyConnect: true,
} as const satisfies RedisOptions;

/**
 * A connection that connects by itself, now and after every loss, and whose commands always settle. It says `ready` each time it can be used; failures to
 * connect are told as `error` and end nothing.
 */
export function createRedisConnection(options: RedisConnectionOptions): Redis {
  const { url, name, timers, commandTimeoutMs = 500, heartbeatMs = 1000 } = options;
  const redis = new Redis(url, {
    ...SETTLE_ALWAYS,
    connectionName: name,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS),
  });
  tellOfTrouble(redis, options.logger);
  keepAlive(redis, timers, heartbeatMs);
  redis.connect().catch(() => undefined);
  return redis;
}

/** A connection can die without a word (a firewall that forgets it, a frozen Redis): it is asked, and given up when it does not answer. */
function keepAlive(redis: Redis, timers: Timers, heartbeatMs: number): void {
  let cancel: CancelTimer = () => undefined;
  const beatLater = (): void => {
    cancel = timers.after(heartbeatMs, () => {
      redis.ping().then(beatLater, () => {
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

function tellOfTrouble(redis: Redis, logger: Logger | undefined): void {
  let told = '';
  // Without a listener, ioredis prints each failed attempt.
  redis.on('error', ({ message }: Error) => {
    if (message !== told) logger?.warn(`No connection to Redis: ${message}`);
    told = message;
  });
  redis.on('ready', () => {
    told = '';
  });
}
