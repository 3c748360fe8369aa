import type { SchemaValidator } from '../json-schema.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';

/** What a handler returns when it cannot answer now, for a reason that is already logged where it lies. The client is told `INTERNAL_ERROR`. */
export const UNAVAILABLE = Symbol('unavailable');

export type MethodResult<Result> = Result | typeof UNAVAILABLE;

/** A method of the in-game protocol, as a value. */
export interface Method<Payload extends object = object, Result extends object = object> {
  readonly name: string;
  readonly validatePayload: SchemaValidator<Payload>;
  /** Per player (section 8). */
  readonly limit: RateLimit;
  /** Called with a payload that fits the schema, by a player who has a permit. What it throws is logged and told as `INTERNAL_ERROR`. */
  readonly handle: (payload: Payload) => MethodResult<Result> | Promise<MethodResult<Result>>;
}

/** A method whose types are checked against each other here, and which the dispatcher need not know. */
export function defineMethod<Payload extends object, Result extends object>(
  method: Method<Payload, Result>,
): Method {
  // The dispatcher hands `handle` nothing that `validatePayload` did not let through.
  return method as unknown as Method;
}
