import type { EventEmitter } from 'node:events';
import { explainFailure } from '../../../shared/redis/url/connection-failure.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-node.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import type { CancelTimer } from '../../../shared/timers.ts';
import type { ConnectionOptions } from './connection-options.ts';

/** The beginning of ioredis's error message if no Sentinel names a master. */
const NO_SENTINEL = 'All sentinels are unreachable';

/** A part of that message at the first end of the list of Sentinels, before which some may not be asked. */
const FIRST_END_OF_LIST = 'after 0ms.';

/**
 * A connection counts as established after this many milliseconds: the server may not be Redis, or may refuse
 * commands.
 */
const ESTABLISHED_MS = 1000;

/** What is known about an error of a connection, from Node, ioredis or {@link annotateErrors}. */
interface ErrorDetails {
  /** The server of the connection. */
  readonly server?: RedisNode | undefined;
  /** The errors of several addresses of a host: the error itself has no text then. */
  readonly errors?: readonly Error[];
  /** If no server of a cluster can be used, or no Sentinel: the error of the last one. */
  readonly lastNodeError?: ConnectionError | null | undefined;
}

export type ConnectionError = Error & ErrorDetails;

/** Adds to each error of a connection what is known about it. */
export function annotateErrors(
  client: EventEmitter,
  detailsOf: (error: ConnectionError) => ErrorDetails,
): void {
  client.prependListener('error', (error: ConnectionError) => Object.assign(error, detailsOf(error)));
}

/**
 * Logs why no connection can be made: each reason once, until a connection is established. The texts of
 * libraries are logged at the level debug.
 * @param client the connection or the cluster of ioredis
 * @param url the URL by which it was found
 * @param name of the server in log lines
 */
export function logConnectionErrors(
  client: EventEmitter,
  url: RedisUrl,
  { logger, timers }: ConnectionOptions,
  name = 'Redis',
): void {
  const logged = new Set<string>();
  let cancel: CancelTimer = () => undefined;
  // Without a listener, ioredis prints each failed attempt.
  client.on('error', (error: Error) => {
    if (isProvisional(error)) return;
    const reason = reasonOf(error, url);
    if (logged.has(reason)) return;
    logged.add(reason);
    logger?.warn(`${name} is unreachable, reconnecting: ${reason}`);
    logger?.debug(`${name} is unreachable: ${causeOf(error).message}`);
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

/** Whether not all Sentinels may have been asked yet. */
export function isProvisional({ message }: Error): boolean {
  return message.startsWith(NO_SENTINEL) && message.includes(FIRST_END_OF_LIST);
}

/** Returns the reason for a connection error, as it is logged. */
export function reasonOf(error: ConnectionError, url: RedisUrl): string {
  const { message, server } = causeOf(error);
  const isUnknownMaster = message.startsWith(NO_SENTINEL) && !message.includes('Last error:');
  return explainFailure(isUnknownMaster ? 'No such master' : message, url, server);
}

function causeOf(error: ConnectionError): ConnectionError {
  const { errors: [first] = [], lastNodeError, server } = error;
  // The addresses of a host nearly always fail for the same reason.
  return lastNodeError ?? (first ? Object.assign(first, { server }) : error);
}
