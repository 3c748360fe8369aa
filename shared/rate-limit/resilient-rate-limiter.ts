import type { Clock } from '../clock.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Permit, RateLimit, RateLimitSubject } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';

export interface ResilientRateLimiterDependencies {
  /** Where permits are shared by all proxies. Being out of reach is a rejection. */
  readonly shared: RateLimiter;
  readonly clock: Clock;
  /** Told of each permit that had to be decided in memory, with the reason. */
  readonly failed: (cause: unknown) => void;
}

/**
 * Takes permits from the shared limiter; while that is out of reach, from this proxy's memory (G18), in which the permits that were shared before still
 * count. So an outage gives nobody more than one window's permits more than the limit, per proxy.
 */
export class ResilientRateLimiter implements RateLimiter {
  readonly #memory: MemoryRateLimiter;
  readonly #dependencies: ResilientRateLimiterDependencies;

  constructor(dependencies: ResilientRateLimiterDependencies) {
    this.#dependencies = dependencies;
    this.#memory = new MemoryRateLimiter(dependencies.clock);
  }

  take(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    return Promise.resolve(this.#dependencies.shared.take(subject, limit)).then(
      (permit) => {
        if (permit.granted) this.#memory.remember(subject, limit);
        return permit;
      },
      (cause: unknown) => {
        this.#dependencies.failed(cause);
        return this.#memory.take(subject, limit);
      },
    );
  }
}
