import type { Clock } from '../clock.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Permit, RateLimit, RateLimiter, RateLimitSubject } from './rate-limit.ts';
import { SweptMap } from './swept-map.ts';

export interface RememberingRateLimiterDependencies {
  /** Where permits are shared by all proxies. */
  readonly shared: RateLimiter;
  readonly clock: Clock;
  /** Called for each permit that had to be decided in memory, with the reason. */
  readonly failed: (cause: unknown) => void;
}

/**
 * For how long a refusal is answered from memory before the shared limiter is asked again, in milliseconds:
 * an admin's `DEL` is seen within it.
 */
const REMEMBER_MS = 1000;

interface Refusal {
  readonly permitAtMs: number;
  readonly forgetAtMs: number;
}

/**
 * Takes permits from the shared limiter, and remembers its answers. A player that is known to be over the
 * limit is answered from memory, and one that is being asked about is not asked about twice, so that a flood
 * reaches nobody else. While the shared limiter is unreachable, permits are taken in memory too (G18), where
 * those that were shared before still count: an outage gives nobody more than one window's permits more than
 * the limit, per proxy.
 */
export class RememberingRateLimiter implements RateLimiter {
  readonly #dependencies: RememberingRateLimiterDependencies;
  readonly #refusals = new SweptMap<RateLimitSubject, Refusal>(({ forgetAtMs }, now) => forgetAtMs <= now);
  readonly #memory: MemoryRateLimiter;
  readonly #pending = new Map<RateLimitSubject, Promise<Permit>>();

  constructor(dependencies: RememberingRateLimiterDependencies) {
    this.#dependencies = dependencies;
    this.#memory = new MemoryRateLimiter(dependencies.clock);
  }

  /** @returns never rejects */
  take(subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit> {
    return (
      this.#knownRefusal(subject) ??
      (limit.maxRequests === 1 ? this.#takeOnly(subject, limit) : this.#takeShared(subject, limit))
    );
  }

  #knownRefusal(subject: RateLimitSubject): Permit | undefined {
    const refusal = this.#refusals.get(subject);
    if (refusal === undefined) return undefined;
    const now = this.#dependencies.clock.monotonicMs();
    return now < refusal.forgetAtMs ? { granted: false, retryAfterMs: refusal.permitAtMs - now } : undefined;
  }

  /** While the only permit is being taken, there is none for others, whether it is granted or not. */
  #takeOnly(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    const pending = this.#pending.get(subject);
    if (pending !== undefined) {
      const refusal = { granted: false, retryAfterMs: limit.windowMs } as const;
      return pending.then((permit) => (permit.granted ? refusal : permit));
    }
    const taking = this.#takeShared(subject, limit).finally(() => this.#pending.delete(subject));
    this.#pending.set(subject, taking);
    return taking;
  }

  async #takeShared(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    let permit: Permit;
    try {
      permit = await this.#dependencies.shared.take(subject, limit);
      if (permit.granted) this.#memory.remember(subject, limit);
    } catch (cause) {
      this.#dependencies.failed(cause);
      permit = this.#memory.take(subject, limit);
    }
    if (!permit.granted) this.#rememberRefusal(subject, permit.retryAfterMs);
    return permit;
  }

  #rememberRefusal(subject: RateLimitSubject, retryAfterMs: number): void {
    const now = this.#dependencies.clock.monotonicMs();
    const forgetAtMs = now + Math.min(retryAfterMs, REMEMBER_MS);
    this.#refusals.set(subject, { permitAtMs: now + retryAfterMs, forgetAtMs }, now);
  }
}
