/** The rate limit of a method per player: at most `maxRequests` in any window of `windowMs` milliseconds. */
export interface RateLimit {
  /** Whole number, 1 or more. */
  readonly maxRequests: number;
  /** Whole number of milliseconds, 1 or more. */
  readonly windowMs: number;
}

/** Method and player: limits are configured per method and counted per player. */
export type RateLimitSubject = `${string}:${string}`;

/** @param player UUID, in lower case with hyphens */
export function subjectOf(method: string, player: string): RateLimitSubject {
  return `${method}:${player}`;
}

/** A granted permit, or the time until the next one. */
export type Permit = { readonly granted: true } | { readonly granted: false; readonly retryAfterMs: number };

export const GRANTED: Permit = { granted: true };

/**
 * Grants permits. A denied request has no other effect: it does not extend the wait (section 7.2, rule 3).
 */
export interface RateLimiter {
  /**
   * Takes one permit, or returns how long none is available.
   * @returns a promise if the limiter needs I/O; it rejects if its storage is unreachable
   */
  take(subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit>;
}
