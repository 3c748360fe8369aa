import type { Clock } from '../clock.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Permit, RateLimit, RateLimiter, RateLimitSubject } from './rate-limit.ts';
import { ExpiringMap } from './expiring-map.ts';

export interface CachingRateLimiterDependencies {
  /** The limiter that all proxies share. */
  readonly shared: RateLimiter;
  readonly clock: Clock;
  /** Called for each permit that was decided in memory, with the reason. */
  readonly failed: (cause: unknown) => void;
}

/**
 * For how many milliseconds a denial is cached before the shared limiter is queried again. An admin's `DEL`
 * takes effect within this time.
 */
const DENIAL_CACHE_MS = 1000;

interface CachedDenial {
  readonly permitAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * Takes permits from the shared limiter and caches its denials. A player known to be over the limit is
 * answered from memory, and there is at most one query in flight per player if the limit is one request, so
 * that a flood does not reach Redis. While the shared limiter is unreachable, permits are granted from memory
 * (G18). Permits that the shared limiter granted before still count there: per proxy, an outage gives a
 * player at most one extra window of permits.
 */
export class CachingRateLimiter implements RateLimiter {
  readonly #dependencies: CachingRateLimiterDependencies;
  readonly #denials = new ExpiringMap<RateLimitSubject, CachedDenial>(
    ({ expiresAtMs }, now) => expiresAtMs <= now,
  );
  readonly #memory: MemoryRateLimiter;
  readonly #pending = new Map<RateLimitSubject, Promise<Permit>>();

  constructor(dependencies: CachingRateLimiterDependencies) {
    this.#dependencies = dependencies;
    this.#memory = new MemoryRateLimiter(dependencies.clock);
  }

  /** Never rejects. */
  take(subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit> {
    return (
      this.#cachedDenial(subject) ??
      (limit.maxRequests === 1 ? this.#takeSingle(subject, limit) : this.#takeShared(subject, limit))
    );
  }

  #cachedDenial(subject: RateLimitSubject): Permit | undefined {
    const denial = this.#denials.get(subject);
    if (denial === undefined) return undefined;
    const now = this.#dependencies.clock.monotonicMs();
    return now < denial.expiresAtMs ? { granted: false, retryAfterMs: denial.permitAtMs - now } : undefined;
  }

  /**
   * While the only permit of a window is being taken, further requests are denied, whether it is granted or
   * not.
   */
  #takeSingle(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    const pending = this.#pending.get(subject);
    if (pending !== undefined) {
      const denial = { granted: false, retryAfterMs: limit.windowMs } as const;
      return pending.then((permit) => (permit.granted ? denial : permit));
    }
    const taking = this.#takeShared(subject, limit).then((permit) => {
      this.#pending.delete(subject);
      return permit;
    });
    this.#pending.set(subject, taking);
    return taking;
  }

  async #takeShared(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    let permit: Permit;
    try {
      permit = await this.#dependencies.shared.take(subject, limit);
      if (permit.granted) this.#memory.record(subject, limit);
    } catch (cause) {
      this.#dependencies.failed(cause);
      permit = this.#memory.take(subject, limit);
    }
    if (!permit.granted) this.#cacheDenial(subject, permit.retryAfterMs);
    return permit;
  }

  #cacheDenial(subject: RateLimitSubject, retryAfterMs: number): void {
    const now = this.#dependencies.clock.monotonicMs();
    const expiresAtMs = now + Math.min(retryAfterMs, DENIAL_CACHE_MS);
    this.#denials.set(subject, { permitAtMs: now + retryAfterMs, expiresAtMs }, now);
  }
}
