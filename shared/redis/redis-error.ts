/**
 * Why a command had no reply that could be used.
 * - `unreachable`: not connected, or connected and no reply in time. Whether the command took effect is not
 *   known.
 * - `wrong-type`: the key holds another type than the contract says (Redis's `WRONGTYPE`).
 * - `refused`: any other error reply (`LOADING`, `OOM`, `READONLY`, `NOAUTH`, `NOPERM`, …). It took no
 *   effect.
 */
export type RedisErrorKind = 'unreachable' | 'wrong-type' | 'refused';

/** The one error that adapters of the Redis ports throw. */
export class RedisError extends Error {
  readonly kind: RedisErrorKind;

  constructor(kind: RedisErrorKind, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'RedisError';
    this.kind = kind;
  }
}

/** The kind of an error reply, by its first word, as Redis's protocol has it. */
export function kindOfErrorReply(reply: string): RedisErrorKind {
  return reply.startsWith('WRONGTYPE') ? 'wrong-type' : 'refused';
}

/** Whether nobody may use the command here: an ACL forbids it, or it was renamed. */
export function isForbidden(error: unknown): boolean {
  return error instanceof RedisError && /^(?:NOPERM|ERR unknown command)/.test(error.message);
}

/**
 * Whether a server that refuses a `PING` so can be read all the same: it writes nothing, not even an answer
 * to that, while it cannot save its snapshots, or nobody may send it one.
 */
export function isReadableDespite(error: unknown): boolean {
  return isForbidden(error) || (error instanceof RedisError && error.message.startsWith('MISCONF'));
}

/** Whether a command failed as the key holds another type than it is for. */
export function isWrongType(error: unknown): error is RedisError {
  return error instanceof RedisError && error.kind === 'wrong-type';
}
