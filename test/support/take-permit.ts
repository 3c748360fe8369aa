import type { Permit, RateLimit, RateLimitSubject } from '../../shared/rate-limit/rate-limit.ts';
import type { RateLimiter, SharedRateLimiter } from '../../shared/rate-limit/rate-limiter.ts';

/** Takes a permit, known at once or later. Rejects with what keeps a shared limiter from saying. */
export function takePermit(
  limiter: RateLimiter | SharedRateLimiter,
  subject: RateLimitSubject,
  limit: RateLimit,
): Promise<Permit> {
  return new Promise((resolve, reject) => {
    const known = limiter.take(subject, limit, (permit: Permit | Error) => {
      if (permit instanceof Error) reject(permit);
      else resolve(permit);
    });
    if (known !== undefined) resolve(known);
  });
}
