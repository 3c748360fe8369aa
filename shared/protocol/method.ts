import type { SchemaValidator } from '../json-schema.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';

/**
 * What a handler returns when it cannot answer now, for a reason that is already logged where it lies. The
 * client is answered `INTERNAL_ERROR`.
 */
export const UNAVAILABLE = Symbol('unavailable');

export type MethodResult<Result = object> = Result | typeof UNAVAILABLE;

/**
 * Called with a payload that fits the method's schema, for a player who has a permit. What it throws is
 * logged, and answered with `INTERNAL_ERROR`.
 */
export type Handler<Payload = object, Result = object> = (
  payload: Payload,
) => MethodResult<Result> | Promise<MethodResult<Result>>;

/** A method of the in-game protocol, as the dispatcher calls it. */
export interface Method {
  readonly name: string;
  readonly validatePayload: SchemaValidator<object>;
  /** Per player (section 8). */
  readonly limit: RateLimit;
  readonly handle: Handler;
}
