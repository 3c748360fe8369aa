import type { EventEmitter } from 'node:events';
import { explainFailure } from '../../shared/redis/url/connection-failure.ts';
import type { RedisNode } from '../../shared/redis/url/redis-node.ts';
import type { RedisUrl } from '../../shared/redis/url/redis-url.ts';
import type { CancelTimer } from '../../shared/timers.ts';
import type { ConnectionOptions } from './connection-options.ts';

/** The beginning of ioredis's error message if no Sentinel names a master. */
const NO_SENTINEL = 'All sentinels are unreachable';

/** A part of that message at the first end of the list of Sentinels, before which some may not be asked. */
const FIRST_END_OF_LIST = 'after 0ms.';

const UNKNOWN_MASTER = 'no reachable Sentinel knows a master with that name: correct the URL';

/**
 * A connection counts as established after this many milliseconds: the server may not be Redis, or may refuse
 * commands.
 */
const ESTABLISHED_MS = 1000;

/** Reasons that are logged before a connection is established. An address in them may always differ. */
const MAX_REASONS = 20;

/** An error of a connection, with what {@link noteServer} and the libraries add to it. */
interface ConnectionError extends Error {
  /** The server of the connection. */
  readonly server?: RedisNode | undefined;
  /** The errors of several servers, or of several addresses of one: the error itself has no cause then. */
  readonly errors?: readonly ConnectionError[];
  /** If no server of a cluster can be used: the error of the last one. */
  readonly lastNodeError?: ConnectionError | null;
}

/**
 * Adds to each error of a connection which server it is about.
 * @param server undefined while it is not known
 */
export function noteServer(client: EventEmitter, server: () => RedisNode | undefined): void {
  client.prependListener('error', (error: Error) => Object.assign(error, { server: server() }));
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
    if (logged.has(reason) || logged.size >= MAX_REASONS) return;
    logged.add(reason);
    logger?.warn(`${name} is unreachable, reconnecting: ${reason}`);
    for (const { message } of causesOf(error)) logger?.debug(`${name} is unreachable: ${message}`);
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
export function reasonOf(error: Error, url: RedisUrl): string {
  const reasons = causesOf(error).map(({ message, server }) => {
    const isUnknownMaster = message.startsWith(NO_SENTINEL) && !message.includes('Last error:');
    return isUnknownMaster ? UNKNOWN_MASTER : explainFailure(message, url, server);
  });
  return [...new Set(reasons)].join('; ');
}

/** For a host with several addresses, Node reports one error for each of them. */
function causesOf(error: ConnectionError): readonly ConnectionError[] {
  const { errors, lastNodeError, server } = error;
  if (errors?.length) return errors.map((one) => Object.assign(one, { server: one.server ?? server }));
  return [lastNodeError ?? error];
}
