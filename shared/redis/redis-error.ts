/**
 * Why a command has no usable reply.
 * - `unreachable`: not connected, or no reply in time. It is unknown whether the command took effect.
 * - `wrong-type`: the key has another type than the contract defines (Redis's `WRONGTYPE`).
 * - `error-reply`: any other error reply (`LOADING`, `OOM`, `READONLY`, `NOAUTH`, `NOPERM`, …). The command
 *   had no effect.
 */
export type RedisErrorReason = 'unreachable' | 'wrong-type' | 'error-reply';

/** The only error that adapters of the Redis ports throw. */
export class RedisError extends Error {
  readonly reason: RedisErrorReason;

  constructor(reason: RedisErrorReason, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'RedisError';
    this.reason = reason;
  }
}

/** The error of what was read while the connection was lost: another process may have replied. */
export function lostMeanwhile(): RedisError {
  return new RedisError('unreachable', 'The connection was lost meanwhile.');
}

/** What Redis before version 7 puts in front of the error of a command that a script has called. */
const IN_SCRIPT = /^ERR Error running script \(call to \S+\): (?:@user_script: ?\d+: )*-?/;
/** What later versions put behind it. */
const OF_SCRIPT = /,? script: [0-9a-f]{40}, on @user_script:\d{1,6}\.$/;

/** Converts an error reply. Its reason follows from its first word, as in the Redis protocol. */
export function toReplyError(reply: string, cause: unknown): RedisError {
  const message = reply.replace(IN_SCRIPT, '').replace(OF_SCRIPT, '');
  return new RedisError(message.startsWith('WRONGTYPE') ? 'wrong-type' : 'error-reply', message, { cause });
}

/** Whether an error is an error reply with a code, such as `NOPERM`. */
export function isErrorReply(error: unknown, code: string): error is RedisError {
  return error instanceof RedisError && error.message.startsWith(code);
}

/** Whether the command is not available: an ACL forbids it, or the server does not know it. */
export function isForbidden(error: unknown): boolean {
  return isUnknownCommand(error) || isErrorReply(error, 'NOPERM');
}

/** Whether the server does not know the command: it is too old, is a Sentinel, or has renamed it. */
export function isUnknownCommand(error: unknown): boolean {
  return error instanceof RedisError && /^ERR unknown command/i.test(error.message);
}

/** Whether a replica has refused a write, also one of a script. */
export function isReadOnly(error: unknown): boolean {
  return isErrorReply(error, 'READONLY');
}

/**
 * Waits for a reply that may be an error.
 * @returns the error reply; undefined if there is another reply
 * @throws {RedisError} if there is no reply
 */
export async function failureOf(reply: Promise<unknown>): Promise<RedisError | undefined> {
  try {
    await reply;
    return undefined;
  } catch (cause) {
    if (cause instanceof RedisError && cause.reason !== 'unreachable') return cause;
    throw cause;
  }
}

/**
 * Whether a server can be read although it replied to `PING` with this error. It rejects `PING` while it
 * cannot save snapshots (`MISCONF`), or if an ACL forbids the command.
 */
export function isReadableDespite(error: unknown): boolean {
  return isForbidden(error) || isErrorReply(error, 'MISCONF');
}

/** Whether a command failed because the key has another type than the command requires. */
export function isWrongType(error: unknown): error is RedisError {
  return error instanceof RedisError && error.reason === 'wrong-type';
}

/**
 * Whether a command could not be run because the slot of its keys is being moved to another server of the
 * cluster: it names several keys, and not all of them are on one server.
 */
export function isSlotMigrating(error: unknown): boolean {
  return isErrorReply(error, 'TRYAGAIN');
}
