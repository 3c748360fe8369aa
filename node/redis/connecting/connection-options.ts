import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { ConnectionOptions as TlsOptions, TLSSocket } from 'node:tls';
import { AbstractConnector } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { Logger } from '../../../shared/logger.ts';
import type { ServerConditions } from '../../../shared/redis/server/server-conditions.ts';
import type { RedisCredentials } from '../../../shared/redis/url/redis-url-authority.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { RedisEndpoint } from './redis-endpoint.ts';

/** Options of a connection to Redis that do not depend on its endpoint. */
export interface ConnectionOptions {
  /** The name of the connection in Redis's `CLIENT LIST`. */
  readonly name: string;
  readonly timers: Timers;
  /** Receives the reason why no connection can be made, once per outage. */
  readonly logger?: Logger | undefined;
  /** What is known about each server with data that is read; undefined if nobody asks. */
  readonly conditions?: ServerConditions;
}

/** Shorter than ioredis's default of 5 s: data is current within 2 s of the end of an outage. */
export const MAX_RETRY_MS = 1000;

/**
 * The ioredis options that every connection has. Commands are neither queued nor sent again: with ioredis's
 * defaults, a command to a dead Redis waits for over 15 s, a command to a frozen Redis never ends, and a `SET
 * NX` that is repeated after a lost reply returns a wrong result.
 */
export function redisOptions(endpoint: RedisEndpoint) {
  const { commandTimeoutMs } = endpoint;
  return {
    ...accessOptions(endpoint.url.credentials),
    ...tlsOptions(endpoint),
    commandTimeout: commandTimeoutMs,
    // A connection is closed if it receives nothing for this long. Longer than the command timeout, so that
    // one slow command fails without closing the connection.
    socketTimeout: 1.5 * commandTimeoutMs,
    // One round trip, or up to three with TLS.
    connectTimeout: 2 * commandTimeoutMs,
    // ioredis does not wait until the server closes its side: a frozen server never does.
    disconnectTimeout: 0,
    keepAlive: 10_000,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    // RESP2: invalidation messages arrive as ordinary Pub/Sub messages.
    protocol: 2,
    // Before a connection is `ready`, see `checkServer()`.
    enableReadyCheck: true,
    reconnectOnError: ({ message }) => message.startsWith('LOADING'),
    disableClientInfo: true,
  } as const satisfies RedisOptions;
}

/**
 * ioredis asks a Sentinel for the master, and a server of a cluster for the slot map, on a connection of its
 * own: in up to three round trips, and two more with TLS.
 */
const ROUND_TRIPS_TO_ASK = 5;
const MIN_ASKING_MS = 500;
const MAX_ASKING_TIMEOUTS = 3;

/**
 * Returns the timeout of such a question, in milliseconds. It follows the measured round trip, as servers are
 * asked one after the other, and one that does not answer delays the others.
 */
export function askingTimeoutMs({ commandTimeoutMs }: RedisEndpoint, conditions?: ServerConditions): number {
  const neededMs = ROUND_TRIPS_TO_ASK * (conditions?.roundTripMs ?? Infinity);
  return Math.min(MAX_ASKING_TIMEOUTS * commandTimeoutMs, Math.max(MIN_ASKING_MS, neededMs));
}

/**
 * Names the default user explicitly: with only a password, which the server does not require, ioredis prints
 * its own lines.
 */
export function accessOptions(credentials: RedisCredentials | undefined) {
  return credentials && { username: credentials.user ?? 'default', password: credentials.password };
}

/** @returns ioredis's options for TLS; none if the URL is not for TLS */
export function tlsOptions({ url, tls }: RedisEndpoint): Pick<RedisOptions, 'tls' | 'Connector'> {
  if (!url.tls) return {};
  return {
    tls,
    // ioredis instantiates the class with the options of the connection.
    Connector: TlsConnector as NonNullable<RedisOptions['Connector']>,
  };
}

/**
 * Opens TLS sockets as ioredis does, and listens to all of their errors. ioredis listens only to the first: a
 * socket that is ended while its handshake fails emits two errors, and the second would end the process.
 */
class TlsConnector extends AbstractConnector {
  readonly #options: { readonly host: string; readonly port: number; readonly tls: TlsOptions };

  constructor(options: { readonly host: string; readonly port: number; readonly tls: TlsOptions }) {
    super(0);
    this.#options = options;
  }

  override connect(): Promise<TLSSocket> {
    const { host, port, tls } = this.#options;
    // The name of the server (SNI): Node does not send it by itself, and an address must not be sent.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ ...name, ...tls, host, port });
    socket.on('error', (error: Error) => (this.firstError = error));
    this.stream = socket;
    this.connecting = true;
    return Promise.resolve(socket);
  }
}
