import type { EventEmitter } from 'node:events';
import type { CancelTimer } from '../../../shared/timers.ts';
import type { ConnectionOptions } from './connection-options.ts';

const NO_NODE =
  'None of the servers named lets itself be connected to, or with TLS none has a certificate that is trusted.';

/** A connection that was there for this long, in milliseconds, counts: what listens there may be no Redis, or refuse what is asked for. */
const LASTING_MS = 1000;

/** Logs why no connection can be made, each reason once until there is one that lasts. @param client of ioredis */
export function tellOfTrouble(client: EventEmitter, { logger, timers }: ConnectionOptions): void {
  let told = '';
  let cancel: CancelTimer = () => undefined;
  // Without a listener, ioredis prints each failed attempt.
  client.on('error', (error: Error) => {
    const reason = reasonOf(error);
    if (reason !== told) logger?.warn(`No connection to Redis: ${reason}`);
    told = reason;
  });
  client.on('ready', () => {
    cancel();
    cancel = timers.after(LASTING_MS, () => {
      told = '';
    });
  });
  client.on('close', () => {
    cancel();
  });
}

/** What ioredis says of a cluster is only that no node could be asked; why the last one could not stands beside it, unless there was no connection at all. */
export function reasonOf(error: Error): string {
  const { lastNodeError } = error as { readonly lastNodeError?: unknown };
  if (!(lastNodeError instanceof Error)) return error.message;
  return lastNodeError.message === 'Connection is closed.' ? NO_NODE : lastNodeError.message;
}
