import type { SchemaValidator } from '../json-schema.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';

/**
 * What a handler returns when it cannot answer now, for a reason that is already logged where it lies. The
 * client is answered `INTERNAL_ERROR`.
 */
export const UNAVAILABLE = Symbol('unavailable');

/**
 * What a handler returns for a payload that fits its schema and cannot be accepted all the same. The client
 * is answered `BAD_REQUEST`.
 */
export class Refusal {
  /** One plain English sentence that names the field (G15). */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export type MethodResult<Result = object> = Result | typeof UNAVAILABLE | Refusal;

/** The connection of a player to the proxy, for what is sent later than an answer. */
export interface PlayerConnection {
  /** The same for every request that came on it, and different from that of every other connection. */
  readonly identity: unknown;
  isOpen(): boolean;
  /** Whether the client is in the game: what is sent while it is being configured is lost. */
  isInGame(): boolean;
  /** Sends on the channel on which the request came. */
  send(text: string): void;
}

/** The player who sent a request. */
export interface Caller {
  /** UUID, in lower case with hyphens. */
  readonly player: string;
  /** The connection on which the request came. Left out where nothing but the answer can be sent. */
  readonly connect?: (() => PlayerConnection) | undefined;
}

/**
 * Called with a payload that fits the method's schema, for a player who has a permit. What it throws is
 * logged, and answered with `INTERNAL_ERROR`.
 */
export type Handler<Payload = object, Result = object> = (
  payload: Payload,
  caller: Caller,
) => MethodResult<Result> | Promise<MethodResult<Result>>;

/** A method of the in-game protocol, as the dispatcher calls it. */
export interface Method {
  readonly name: string;
  readonly validatePayload: SchemaValidator<object>;
  /** Per player (section 8). */
  readonly limit: RateLimit;
  readonly handle: Handler;
}
