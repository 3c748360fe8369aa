import { RedisError } from '../redis-error.ts';
import type { RedisUrl } from './redis-url.ts';

/** What a server may be, as `redis_mode` in `INFO server`; with the end of the right scheme of its URL. */
const KINDS = {
  standalone: ['belongs to no cluster', '://'],
  cluster: ['belongs to a cluster', '-cluster://'],
  sentinel: ['is a Sentinel', '-sentinel:// and end with ?master= and a name'],
} as const;

type Kind = keyof typeof KINDS;

/** In each message, before the right scheme. */
export const RIGHT_URL = 'so its URL must begin with';

/** The server is of another kind than its URL says: nothing that it contains may be served or changed. */
export class WrongServerKind extends RedisError {
  constructor(message: string) {
    super('error-reply', message);
    this.name = 'WrongServerKind';
  }
}

/** Error replies by which a server shows its kind before it can be asked. */
const KINDS_BY_REPLY: readonly (readonly [reply: RegExp, kind: Kind])[] = [
  [/SELECT is not allowed in cluster mode/, 'cluster'],
  [/cluster support disabled/, 'standalone'],
  [/unknown command [`'](?:CLUSTER|SELECT|cluster|select)\b/, 'sentinel'],
];

const NO_SENTINEL = /unknown command [`'](?:SENTINEL|sentinel)\b/;

/**
 * Compares the kind of a server that holds data with the URL by which it was found.
 * @param info reply to `INFO server`. A server without `redis_mode`, as some compatible ones are, counts as
 * right.
 * @throws {WrongServerKind} with a message that names the right scheme
 */
export function assertServerKind(info: string, url: RedisUrl): void {
  const kind = /^redis_mode:(standalone|cluster|sentinel)/m.exec(info)?.[1] as Kind | undefined;
  const expected = url.kind === 'cluster' ? 'cluster' : 'standalone';
  if (kind !== undefined && kind !== expected) throw new WrongServerKind(describe(kind, url));
}

/**
 * Explains an error reply, or a text that contains one, that a server of another kind than its URL says gives
 * to a command of a library.
 * @returns a message that names the right scheme; undefined if the reason is another one
 */
export function explainReply(text: string, url: RedisUrl): string | undefined {
  const scheme = schemeOf(url);
  if (url.kind === 'sentinel' && NO_SENTINEL.test(text))
    return `the server is no Sentinel, ${RIGHT_URL} ${scheme}://, or with ${scheme}-cluster:// for a cluster`;
  const kind = KINDS_BY_REPLY.find(([reply]) => reply.test(text))?.[1];
  return kind && describe(kind, url);
}

function describe(kind: Kind, url: RedisUrl): string {
  const [what, end] = KINDS[kind];
  return `the server ${what}, ${RIGHT_URL} ${schemeOf(url)}${end}`;
}

function schemeOf({ tls }: RedisUrl): string {
  return tls ? 'rediss' : 'redis';
}
