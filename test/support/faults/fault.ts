/**
 * What goes wrong between a program and its Redis:
 * - `none`: nothing.
 * - `refuse`: nobody listens. Connections that are there live on.
 * - `reset`: connections are accepted, and reset as soon as anything is sent on them.
 * - `black-hole`: connections are accepted, and nothing passes in either direction. What was sent passes when
 *   the fault is over, as TCP would have it. With `only`, just those are swallowed on which Redis is asked to
 *   report changes, from that question on.
 * - `delay`: what Redis answers arrives later by this many milliseconds.
 * - `error`: commands do not reach Redis and are answered with this error, such as
 *   `LOADING Redis is loading the dataset in memory`.
 */
export type Fault =
  | { readonly kind: 'none' | 'refuse' | 'reset' }
  | { readonly kind: 'black-hole'; readonly only?: 'change feeds' }
  | { readonly kind: 'delay'; readonly ms: number }
  | ErrorFault;

export interface ErrorFault {
  readonly kind: 'error';
  readonly error: string;
  /** Only these commands, in capitals; all when absent. */
  readonly commands?: readonly string[];
}

/** Errors as a Redis of version 7 words them. */
export const ERRORS = {
  LOADING: 'LOADING Redis is loading the dataset in memory',
  OOM: "OOM command not allowed when used memory > 'maxmemory'.",
  READONLY: "READONLY You can't write against a read only replica.",
  NOAUTH: 'NOAUTH Authentication required.',
} as const;

/** Commands that write, of those that the programs send. */
export const WRITES: readonly string[] = ['SET', 'EVAL', 'EVALSHA', 'SADD', 'SREM', 'HSET', 'DEL'];
