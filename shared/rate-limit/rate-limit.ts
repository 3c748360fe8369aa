/** How often one player may call a method: at most `maxRequests` in any window of `windowMs` milliseconds. */
export interface RateLimit {
  /** Whole number, 1 or more. */
  readonly maxRequests: number;
  /** Whole number of milliseconds, 1 or more. */
  readonly windowMs: number;
}

/** Who asks for what: limits are set per method and counted per player. */
export type RateLimitSubject = `${string}:${string}`;

/** @param player UUID, in lower case with hyphens */
export function subjectOf(method: string, player: string): RateLimitSubject {
  return `${method}:${player}`;
}

/** A permit that was taken, or the time for which there is none. */
export type Permit = { readonly granted: true } | { readonly granted: false; readonly retryAfterMs: number };

export const GRANTED: Permit = { granted: true };

/** Grants permits. A refusal has no other effect: it does not lengthen the wait (section 7.2, rule 3). */
export interface RateLimiter {
  /**
   * Takes one permit, or returns for how long there is none.
   * @returns a promise where something else has to be waited for; it rejects where that cannot be reached
   */
  take(subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit>;
}
