import type { SchemaValidator } from '../json-schema.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';

/**
 * Returned by a handler that cannot answer now, for a reason that was already logged at its source. The
 * client is answered with `INTERNAL_ERROR`.
 */
export const UNAVAILABLE = Symbol('unavailable');

/**
 * Returned by a handler for a payload that is valid by its schema but not acceptable. The client is answered
 * with `BAD_REQUEST`.
 */
export class InvalidPayload {
  /** One plain English sentence that names the field (G15). */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export type MethodResult<Result = object> = Result | typeof UNAVAILABLE | InvalidPayload;

/** A player's connection to the proxy, for events that are sent after the answer. */
export interface PlayerConnection {
  /** Equal for all requests on this connection, and different from that of every other connection. */
  readonly identity: unknown;
  isOpen(): boolean;
  /**
   * Whether the client is on a server, in the PLAY phase. Messages sent during the configuration phase are
   * lost.
   */
  isInGame(): boolean;
  /** Sends on the channel of the request. */
  send(text: string): void;
}

/** The time by which a request must be answered. */
export interface Deadline {
  /** Whether the request has already been answered, with `INTERNAL_ERROR`. */
  readonly hasPassed: boolean;
}

/** The player that sent a request. */
export interface Caller {
  /** UUID, in lower case with hyphens. */
  readonly player: string;
  /** A handler that waits must check it before it changes anything: its result may be ignored. */
  readonly deadline: Deadline;
  /** Returns the connection of the request. */
  readonly connect: () => PlayerConnection;
}

/**
 * Called with a payload that matches the method's schema, for a player with a permit. An error that it throws
 * is logged, and answered with `INTERNAL_ERROR`.
 */
export type Handler<Payload = object, Result = object> = (
  payload: Payload,
  caller: Caller,
) => MethodResult<Result> | Promise<MethodResult<Result>>;

/** A method of the in-game protocol, as the dispatcher uses it. */
export interface Method {
  readonly name: string;
  readonly validatePayload: SchemaValidator<object>;
  /** Per player (section 8). */
  readonly limit: RateLimit;
  readonly handle: Handler;
}
