import { parseNode } from './redis-node.ts';
import type { RedisNode } from './redis-node.ts';

export interface RedisCredentials {
  /** Undefined for Redis's default user. */
  readonly user: string | undefined;
  /** Not empty. */
  readonly password: string;
}

interface Authority {
  readonly nodes: readonly [RedisNode, ...RedisNode[]];
  readonly credentials: RedisCredentials | undefined;
}

/**
 * Parses `[user:password@]host[:port][,host[:port]]…`
 * @throws {RedisUrlProblem}
 */
export function parseAuthority(text: string, standardPort: number): Authority {
  const at = text.lastIndexOf('@');
  const [first = '', ...others] = text.slice(at + 1).split(',');
  return {
    nodes: [readNode(first, standardPort), ...others.map((node) => readNode(node, standardPort))],
    credentials: at === -1 ? undefined : parseCredentials(text.slice(0, at)),
  };
}

function readNode(text: string, standardPort: number): RedisNode {
  const node = parseNode(text, standardPort);
  if (node !== undefined) return node;
  throw new RedisUrlProblem(
    'must name hosts as host, host:port or [IPv6 address]:port, with ports from 1 to 65535, and ' +
      'percent-encode /, ? and @ in a password as %2F, %3F and %40',
  );
}

function parseCredentials(text: string): RedisCredentials {
  if (text.includes('@')) throw new RedisUrlProblem('must percent-encode @ in a user or password as %40');
  // Without a colon, some programs read the text as a user, others as a password.
  const colon = text.indexOf(':');
  if (colon === -1 || colon === text.length - 1) {
    throw new RedisUrlProblem('must have user:password@ or :password@ before its host');
  }
  const user = decodePart(text.slice(0, colon), 'user and password');
  return {
    user: user === '' ? undefined : user,
    password: decodePart(text.slice(colon + 1), 'user and password'),
  };
}

/** Why a Redis URL is invalid. Never leaves `parseRedisUrl()`. */
export class RedisUrlProblem extends Error {}

/** @param what the decoded part, such as `user and password` */
export function decodePart(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RedisUrlProblem(`must percent-encode % as %25 in ${what}`);
  }
}
