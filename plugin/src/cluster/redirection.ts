import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';

/** Where a server says that a key is. It has done nothing with the command. */
export interface Redirection {
  readonly node: RedisNode;
  /** Only this time: the slot is being moved, and this key was moved already. */
  readonly isAsk: boolean;
}

const REDIRECTION = /^(MOVED|ASK) \d+ (.*):(\d+)$/;

/**
 * @param cause what a command has failed with
 * @param sender who says it, and whom it means where it names no host
 */
export function parseRedirection(cause: unknown, sender: RedisNode): Redirection | undefined {
  const message = cause instanceof RedisError ? cause.message : '';
  const [, word, host, port] = REDIRECTION.exec(message) ?? [];
  if (host === undefined) return undefined;
  return { node: { host: host === '' ? sender.host : host, port: Number(port) }, isAsk: word === 'ASK' };
}
