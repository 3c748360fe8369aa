import type { EventEmitter } from 'node:events';
import type { Logger } from '../../../shared/logger.ts';

const NO_NODE =
  'None of the servers named lets itself be connected to, or with TLS none has a certificate that is trusted.';

/** Logs why no connection can be made, each reason once until there is one. @param client of ioredis */
export function tellOfTrouble(client: EventEmitter, logger: Logger | undefined): void {
  let told = '';
  // Without a listener, ioredis prints each failed attempt.
  client.on('error', (error: Error) => {
    const reason = reasonOf(error);
    if (reason !== told) logger?.warn(`No connection to Redis: ${reason}`);
    told = reason;
  });
  client.on('ready', () => {
    told = '';
  });
}

/** What ioredis says of a cluster is only that no node could be asked; why the last one could not stands beside it, unless there was no connection at all. */
export function reasonOf(error: Error): string {
  const { lastNodeError } = error as { readonly lastNodeError?: unknown };
  if (!(lastNodeError instanceof Error)) return error.message;
  return lastNodeError.message === 'Connection is closed.' ? NO_NODE : lastNodeError.message;
}
