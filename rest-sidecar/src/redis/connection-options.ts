import { connect } from 'node:tls';
import type { ConnectionOptions as TlsOptions, TLSSocket } from 'node:tls';
import { AbstractConnector } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { Logger } from '../../../shared/logger.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { RedisCredentials } from '../../../shared/redis/url/redis-url-authority.ts';
import type { RedisPlace } from './redis-place.ts';

/** How a connection to Redis behaves, wherever Redis is. */
export interface ConnectionOptions {
  /** How Redis's `CLIENT LIST` names the connection. */
  readonly name: string;
  readonly timers: Timers;
  /** Logs, once an outage, why no connection can be made. */
  readonly logger?: Logger;
  /** A command without a reply fails after this many milliseconds. Default: 500. */
  readonly commandTimeoutMs?: number;
  /** An idle connection is sent a `PING` every so many milliseconds. Default: 500. */
  readonly heartbeatMs?: number;
}

const FIRST_RETRY_MS = 50;

/** Shorter than ioredis's own 5 s: the sidecar serves current data within 2 s of the end of an outage. */
const LONGEST_RETRY_MS = 1000;

/** @param attempt 1 for the first @returns milliseconds until the next attempt to connect */
export function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
}

/**
 * ioredis's options of every connection. Commands are neither queued nor sent again: by default a command to
 * a dead Redis waits for over 15 s, one to a frozen Redis for ever, and a `SET NX` that is repeated after a
 * lost reply is a wrong answer.
 */
export function redisOptions(place: RedisPlace, { name, commandTimeoutMs = 500 }: ConnectionOptions) {
  return {
    ...accessOptions(place.url.credentials),
    ...tlsOptions(place),
    connectionName: name,
    commandTimeout: commandTimeoutMs,
    // A connection on which nothing arrives for so long is closed: one slow command may fail alone.
    socketTimeout: 2 * commandTimeoutMs,
    connectTimeout: 2000,
    // A frozen server never closes its side.
    disconnectTimeout: 0,
    keepAlive: 10_000,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    // RESP2: the invalidation messages arrive as ordinary messages of a subscription.
    protocol: 2,
    // Nobody may have to be allowed INFO: a Redis that is still loading its data refuses every command.
    enableReadyCheck: false,
    reconnectOnError: ({ message }) => message.startsWith('LOADING'),
    disableClientInfo: true,
  } as const satisfies RedisOptions;
}

/**
 * The default user by its name: given only a password that the server does not ask for, ioredis prints lines
 * of its own.
 */
export function accessOptions(credentials: RedisCredentials | undefined) {
  return credentials && { username: credentials.user ?? 'default', password: credentials.password };
}

/** @returns ioredis's options for TLS where the URL asks for it */
export function tlsOptions({ url, authority }: RedisPlace): Pick<RedisOptions, 'tls' | 'Connector'> {
  if (!url.tls) return {};
  return {
    tls: authority === undefined ? {} : { ca: authority },
    // ioredis itself makes it, with the options of the connection.
    Connector: TlsConnector as NonNullable<RedisOptions['Connector']>,
  };
}

/**
 * Opens sockets with TLS as ioredis does, and listens to all of their errors. ioredis listens to the first
 * one alone: a socket that is ended while the handshake fails has two, and the second would end the process.
 */
class TlsConnector extends AbstractConnector {
  readonly #options: { readonly host: string; readonly port: number; readonly tls: TlsOptions };

  constructor(options: { readonly host: string; readonly port: number; readonly tls: TlsOptions }) {
    super(0);
    this.#options = options;
  }

  override connect(): Promise<TLSSocket> {
    const { host, port, tls } = this.#options;
    const socket = connect({ ...tls, host, port });
    socket.on('error', (error: Error) => (this.firstError = error));
    this.stream = socket;
    this.connecting = true;
    return Promise.resolve(socket);
  }
}
