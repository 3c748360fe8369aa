import type { RedisCommands } from '../../../shared/redis/redis-commands.ts';
import type { RedisErrorReason } from '../../../shared/redis/redis-error.ts';

/**
 * The calls from Node to the script, one in each packet. `redis` is the number that the caller chose for a
 * connection when it opened it.
 */
export interface Call {
  readonly id: number;
  readonly redis: number;
  readonly operation: Operation;
}

export type Operation =
  /** Replies when the first attempt to connect has succeeded or failed. */
  | { readonly name: 'open'; readonly url: string }
  /** Also ends its subscriptions. */
  | { readonly name: 'close' }
  | { readonly name: 'command'; readonly command: RemoteCommand; readonly args: readonly unknown[] }
  | {
      readonly name: 'setEach';
      readonly keys: readonly string[];
      readonly value: string;
      readonly ttlMs: number;
    }
  | { readonly name: 'readProcesses'; readonly keys: readonly string[] }
  /** Replies immediately. Events follow as {@link Notice} with the id of this call. */
  | { readonly name: 'subscribe'; readonly prefixes: readonly string[] };

/** All methods except those with a callback, and those whose replies stay in the script. */
export type RemoteCommand = Exclude<keyof RedisCommands, 'setNxPx' | 'processes'>;

/** The messages of the script, one in each packet. */
export type ScriptMessage = Reply | Refusal | Notice;

export interface Reply {
  readonly id: number;
  readonly reply: unknown;
}

export interface Refusal {
  readonly id: number;
  readonly error: { readonly message: string; readonly reason: RedisErrorReason | undefined };
}

export interface Notice {
  readonly id: number;
  readonly event: 'keysChanged' | 'anythingMayHaveChanged' | 'lost';
  readonly keys: readonly string[];
}
