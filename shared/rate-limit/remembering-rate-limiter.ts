import type { Clock } from '../clock.ts';
import { KnownRefusals } from './known-refusals.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Permit, RateLimit, RateLimitSubject } from './rate-limit.ts';
import type { RateLimiter, SharedRateLimiter } from './rate-limiter.ts';

export interface RememberingRateLimiterDependencies {
  /** Where permits are shared by all proxies. */
  readonly shared: SharedRateLimiter;
  readonly clock: Clock;
  /** Told of each permit that had to be decided in memory, with the reason. */
  readonly failed: (cause: Error) => void;
}

/**
 * Takes permits from the shared limiter, and remembers what that said. Who is known to be over the limit is answered from memory, so that a flood reaches nobody else.
 * While the shared limiter is out of reach, permits are taken in memory too (G18), where those that were shared before still count: an outage gives nobody more than one
 * window's permits more than the limit, per proxy.
 */
export class RememberingRateLimiter implements RateLimiter {
  readonly #dependencies: RememberingRateLimiterDependencies;
  readonly #refusals: KnownRefusals;
  readonly #memory: MemoryRateLimiter;

  constructor(dependencies: RememberingRateLimiterDependencies) {
    this.#dependencies = dependencies;
    this.#refusals = new KnownRefusals(dependencies.clock);
    this.#memory = new MemoryRateLimiter(dependencies.clock);
  }

  take(subject: RateLimitSubject, limit: RateLimit, later: (permit: Permit) => void): Permit | undefined {
    const refusal = this.#refusals.of(subject);
    if (refusal === undefined) this.#ask(subject, limit, later);
    return refusal;
  }

  #ask(subject: RateLimitSubject, limit: RateLimit, later: (permit: Permit) => void): void {
    this.#dependencies.shared.take(subject, limit, (known) => {
      const permit = known instanceof Error ? this.#takeInMemory(subject, limit, known) : known;
      if (!permit.granted) this.#refusals.remember(subject, permit.retryAfterMs);
      else if (permit === known) this.#memory.remember(subject, limit);
      later(permit);
    });
  }

  #takeInMemory(subject: RateLimitSubject, limit: RateLimit, cause: Error): Permit {
    this.#dependencies.failed(cause);
    return this.#memory.take(subject, limit);
  }
}
