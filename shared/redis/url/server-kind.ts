import { RedisError } from '../redis-error.ts';
import type { RedisUrl } from './redis-url.ts';

/** What a server calls itself: `redis_mode` in `INFO server`. */
type RedisMode = 'standalone' | 'cluster' | 'sentinel';

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
const MODES_BY_REPLY: readonly (readonly [reply: RegExp, mode: RedisMode])[] = [
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
  const mode = /^redis_mode:(standalone|cluster|sentinel)/m.exec(info)?.[1] as RedisMode | undefined;
  const expected = url.kind === 'cluster' ? 'cluster' : 'standalone';
  if (mode !== undefined && mode !== expected) throw new WrongServerKind(describe(mode, url));
}

/**
 * Explains an error reply, or a text that contains one, that a server of another kind than its URL says gives
 * to a command of a library.
 * @returns a message that names the right scheme; undefined if the reason is another one
 */
export function explainReply(text: string, url: RedisUrl): string | undefined {
  const { server, cluster } = schemes(url);
  if (url.kind === 'sentinel' && NO_SENTINEL.test(text))
    return `the server is no Sentinel, ${RIGHT_URL} ${server}, or with ${cluster} for a cluster`;
  const mode = MODES_BY_REPLY.find(([reply]) => reply.test(text))?.[1];
  return mode && describe(mode, url);
}

function describe(mode: RedisMode, url: RedisUrl): string {
  const { server, sentinel, cluster } = schemes(url);
  switch (mode) {
    case 'cluster':
      return `the server belongs to a cluster, ${RIGHT_URL} ${cluster}`;
    case 'sentinel':
      return `the server is a Sentinel, ${RIGHT_URL} ${sentinel} and end with ?master= and a name`;
    case 'standalone':
      return `the server belongs to no cluster, ${RIGHT_URL} ${server}`;
  }
}

function schemes({ tls }: RedisUrl) {
  const scheme = tls ? 'rediss' : 'redis';
  return { server: `${scheme}://`, sentinel: `${scheme}-sentinel://`, cluster: `${scheme}-cluster://` };
}
