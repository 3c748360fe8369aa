import type { RedisOptions } from 'ioredis';
import type { Logger } from '../../../shared/logger.ts';
import type { Timers } from '../../../shared/timers.ts';
import { ServerConnector } from './server-connector.ts';

/** How a connection to Redis behaves, wherever Redis is. */
export interface ConnectionOptions {
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
export const SETTLE_ALWAYS = {
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
  // ioredis makes it itself, with its options of the connection.
  Connector: ServerConnector as NonNullable<RedisOptions['Connector']>,
} as const satisfies RedisOptions;

/** @param attempt 1 for the first @returns milliseconds until the next attempt to connect */
export function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
}

export function settleWithin({ name, commandTimeoutMs = 500 }: ConnectionOptions) {
  return { ...SETTLE_ALWAYS, connectionName: name, commandTimeout: commandTimeoutMs };
}
