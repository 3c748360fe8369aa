import { GRANTED } from '../rate-limit/rate-limit.ts';
import type { Permit, RateLimit, RateLimiter, RateLimitSubject } from '../rate-limit/rate-limit.ts';
import type { RedisCommands, RedisScript, SetNxPxReply } from './redis-commands.ts';
import type { RedisKeys } from './redis-keys.ts';

/** The Redis commands that permits need. */
export type PermitCommands = Pick<RedisCommands, 'setNxPx' | 'evaluate'>;

/**
 * A sliding log in one expiring string: the times of the permits in the window, in microseconds of Redis's
 * clock, oldest first, separated by commas. Guarantees at most `maxRequests` in any window; milliseconds
 * would be too coarse for that.
 *
 * KEYS[1] the permit's key; ARGV[1] maxRequests; ARGV[2] windowMs. Returns { 1 if granted else 0,
 * milliseconds until the next permit }.
 */
const SLIDING_WINDOW: RedisScript = {
  source: `
local maxRequests, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock, window = redis.call('TIME'), windowMs * 1000
local now = clock[1] * 1000000 + clock[2]
local taken = {}
for text in string.gmatch(redis.call('GET', KEYS[1]) or '', '%d+') do
  if tonumber(text) + window > now then taken[#taken + 1] = text end
end
if #taken >= maxRequests then
  return { 0, math.ceil((taken[#taken - maxRequests + 1] + window - now) / 1000) }
end
taken[#taken + 1] = string.format('%.0f', now)
redis.call('SET', KEYS[1], table.concat(taken, ','), 'PX', windowMs)
return { 1, 0 }
`,
};

/**
 * A rate limiter in Redis, shared by all proxies and based on Redis's clock, regardless of the proxies'
 * clocks. A permit costs one round trip and one key; a denied request writes nothing.
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #commands: PermitCommands;
  readonly #keys: RedisKeys;

  constructor(commands: PermitCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  /** @throws {RedisError} if Redis is unreachable */
  take(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    const key = this.#keys.rateLimitOf(subject);
    return limit.maxRequests === 1 ? this.#takeSingle(key, limit) : this.#takeFromWindow(key, limit);
  }

  /**
   * The window is the time to live of the key. No script is used, so this works if an ACL forbids scripts.
   */
  async #takeSingle(key: string, { windowMs }: RateLimit): Promise<Permit> {
    const reply = await this.#commands.setNxPx(key, '1', windowMs);
    return reply.stored ? GRANTED : denialOf(reply, windowMs);
  }

  async #takeFromWindow(key: string, { maxRequests, windowMs }: RateLimit): Promise<Permit> {
    const [granted, retryAfterMs = '0'] = await this.#commands.evaluate(
      SLIDING_WINDOW,
      [key],
      [String(maxRequests), String(windowMs)],
    );
    return granted === '1' ? GRANTED : { granted: false, retryAfterMs: Number(retryAfterMs) };
  }
}

/** A key without expiry is not a permit but was set by an admin. It lasts until it is deleted. */
function denialOf({ ttlMs }: SetNxPxReply, windowMs: number): Permit {
  return { granted: false, retryAfterMs: ttlMs < 0 ? windowMs : ttlMs };
}
