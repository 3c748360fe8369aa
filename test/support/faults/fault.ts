/**
 * A fault between a program and its Redis:
 * - `none`: no fault.
 * - `refuse`: new connections are refused. Existing connections continue to work.
 * - `reset`: connections are accepted, and reset as soon as anything is sent on them.
 * - `black-hole`: connections are accepted, and nothing passes in either direction. Data sent in the meantime
 *   passes when the fault ends, as with TCP. With `only`, this affects just the connections of change feeds,
 *   from the command that requests invalidation messages on, or from the one that subscribes to them on.
 * - `delay`: replies of Redis are delayed by this many milliseconds.
 * - `error`: commands do not reach Redis and get this error, such as
 *   `LOADING Redis is loading the dataset in memory`.
 * - `info`: lines of replies to `INFO` are replaced, as servers differ in what they report.
 */
export type Fault =
  | { readonly kind: 'none' | 'refuse' | 'reset' }
  | { readonly kind: 'black-hole'; readonly only?: ChangeFeedStep }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'info'; readonly replace: (line: string) => string }
  | ErrorFault;

/** The two commands with which a connection becomes a change feed: `CLIENT TRACKING`, and `SUBSCRIBE`. */
export type ChangeFeedStep = 'change feeds' | 'subscriptions';

export interface ErrorFault {
  readonly kind: 'error';
  readonly error: string;
  /** Only these commands, in upper case; all commands by default. */
  readonly commands?: readonly string[];
}

/** Error texts of Redis 7. */
export const ERRORS = {
  LOADING: 'LOADING Redis is loading the dataset in memory',
  OOM: "OOM command not allowed when used memory > 'maxmemory'.",
  READONLY: "READONLY You can't write against a read only replica.",
  NOAUTH: 'NOAUTH Authentication required.',
} as const;

/** The commands of the programs that write. */
export const WRITES: readonly string[] = ['SET', 'EVAL', 'EVALSHA', 'SADD', 'SREM', 'HSET', 'DEL'];
