import type { Permit, RateLimit, RateLimitSubject } from './rate-limit.ts';

/** Hands out permits. A refusal has no other effect: it does not lengthen the wait (section 7.2, rule 3). */
export interface RateLimiter {
  /**
   * Takes one permit, or says for how long there is none.
   * @returns at once where the answer is known without asking anybody
   * @throws RedisError (as a rejection) where the permits are out of reach
   */
  take(subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit>;
}
