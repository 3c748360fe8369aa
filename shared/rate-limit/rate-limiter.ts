import type { Permit, RateLimit, RateLimitSubject } from './rate-limit.ts';

/** Hands out permits. A refusal has no other effect: it does not lengthen the wait (section 7.2, rule 3). */
export interface RateLimiter {
  /**
   * Takes one permit, or says for how long there is none.
   * @param later told, once, where somebody has to be asked. A callback and not a promise, of which each costs the proxy's interpreter as much as a look into a list
   * @returns the answer where it is known at once, and `later` is told nothing; undefined where `later` is told
   */
  take(subject: RateLimitSubject, limit: RateLimit, later: (permit: Permit) => void): Permit | undefined;
}

/** Permits that others give out too, and that can be out of reach. */
export interface SharedRateLimiter {
  /**
   * @param later told the permit, or what kept it from being taken, once; never at once
   */
  take(subject: RateLimitSubject, limit: RateLimit, later: (permit: Permit | Error) => void): void;
}
