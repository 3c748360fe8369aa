import { GRANTED } from '../../rate-limit/rate-limit.ts';
import type { Permit, RateLimit, RateLimitSubject } from '../../rate-limit/rate-limit.ts';
import type { RateLimiter } from '../../rate-limit/rate-limiter.ts';
import type { RedisCommands, SetNxPxReply } from '../redis-commands.ts';
import type { RedisKeys } from '../redis-keys.ts';
import { SLIDING_WINDOW } from './sliding-window-script.ts';

/** What permits take of Redis. */
export type PermitCommands = Pick<RedisCommands, 'setNxPx' | 'evaluate'>;

/**
 * Permits in Redis: they hold across proxies, by Redis's clock, whatever those of the proxies say. One round trip and one
 * key a permit, and a refusal writes nothing.
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #commands: PermitCommands;
  readonly #keys: RedisKeys;

  constructor(commands: PermitCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  /** @returns rejects with a RedisError where Redis is unreachable */
  take(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    const key = this.#keys.rateLimitOf(subject);
    return limit.maxRequests === 1 ? this.#takeOnly(key, limit) : this.#takeOneOfSeveral(key, limit);
  }

  /** The key's own expiry is the window, so no script is needed where an ACL denies them. */
  async #takeOnly(key: string, { windowMs }: RateLimit): Promise<Permit> {
    const reply = await this.#commands.setNxPx(key, '1', windowMs);
    return reply.stored ? GRANTED : refusalOf(reply, windowMs);
  }

  async #takeOneOfSeveral(key: string, { maxRequests, windowMs }: RateLimit): Promise<Permit> {
    const [granted, retryAfterMs = 0] = await this.#commands.evaluate(
      SLIDING_WINDOW,
      [key],
      [String(maxRequests), String(windowMs)],
    );
    return granted === 1 ? GRANTED : { granted: false, retryAfterMs };
  }
}

/** A key without an expiry is no permit of ours (an admin's SET): its owner decides when it goes. */
function refusalOf({ ttlMs }: SetNxPxReply, windowMs: number): Permit {
  return { granted: false, retryAfterMs: ttlMs < 0 ? windowMs : ttlMs };
}
