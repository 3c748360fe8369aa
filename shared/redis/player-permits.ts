import type { Clock } from '../clock.ts';
import { Guard } from '../rate-limit/guard.ts';
import { GRANTED } from '../rate-limit/rate-limit.ts';
import type { Permit, RateLimit, RateLimiter, RateLimitSubject } from '../rate-limit/rate-limit.ts';
import type { RedisCommands, RedisScript } from './redis-commands.ts';
import type { RedisKeys } from './redis-keys.ts';

/** The Redis commands that permits need. */
export type PermitCommands = Pick<RedisCommands, 'setNxPx' | 'evaluate'>;

/**
 * A sliding log in one expiring string: the times of the permits in the window, in microseconds of Redis's
 * clock, oldest first, separated by commas. Guarantees at most `maxRequests` in any window; milliseconds
 * would be too coarse for that.
 *
 * KEYS[1] the permit's key; ARGV[1] maxRequests; ARGV[2] windowMs. Returns the milliseconds until the next
 * permit, 0 if this one is granted.
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
  return string.format('%.0f', math.ceil((taken[#taken - maxRequests + 1] + window - now) / 1000))
end
taken[#taken + 1] = string.format('%.0f', now)
redis.call('SET', KEYS[1], table.concat(taken, ','), 'PX', windowMs)
return '0'
`,
};

interface PlayerPermitsDependencies {
  readonly commands: PermitCommands;
  readonly keys: RedisKeys;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called with the reason for each permit that was decided without Redis. */
  readonly failed: (cause: unknown) => void;
}

/**
 * For how many milliseconds a denial is cached before Redis is queried again. An admin's `DEL` takes effect
 * within this time.
 */
const DENIAL_CACHE_MS = 1000;

/** Maximum number of cached denials. */
const MAX_DENIALS = 10_000;

interface CachedDenial {
  readonly permitAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * The permits of players, in Redis: shared by all proxies and based on Redis's clock. A permit costs one
 * round trip and one key; a denied request writes nothing. Denials are cached, and a single permit is taken
 * once at a time, so that a flood does not reach Redis. While Redis is unreachable, permits are granted from
 * memory (G18). Those that Redis granted before still count there: per proxy, an outage gives a player at
 * most one extra window.
 */
export class PlayerPermits implements RateLimiter {
  readonly #dependencies: PlayerPermitsDependencies;
  readonly #denials = new Map<RateLimitSubject, CachedDenial>();
  readonly #inMemory: Guard;
  /** Permits that are being taken, of methods that allow a single request in a window. */
  readonly #pending = new Map<RateLimitSubject, Promise<Permit>>();

  constructor(dependencies: PlayerPermitsDependencies) {
    this.#dependencies = dependencies;
    this.#inMemory = new Guard(dependencies.clock);
  }

  /** Never rejects. */
  take(subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit> {
    const now = this.#dependencies.clock.monotonicMs();
    const denial = this.#denials.get(subject);
    if (denial !== undefined && denial.expiresAtMs > now) {
      return { granted: false, retryAfterMs: denial.permitAtMs - now };
    }
    return limit.maxRequests === 1 ? this.#takeSingle(subject, limit) : this.#takeAndCache(subject, limit);
  }

  /**
   * While the only permit of a window is being taken, further requests of that player wait for the same
   * reply: they are denied, whether it is granted or not.
   */
  async #takeSingle(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    const pending = this.#pending.get(subject);
    if (pending !== undefined) {
      const permit = await pending;
      return permit.granted ? { granted: false, retryAfterMs: limit.windowMs } : permit;
    }
    const taking = this.#takeAndCache(subject, limit);
    this.#pending.set(subject, taking);
    const permit = await taking;
    this.#pending.delete(subject);
    return permit;
  }

  async #takeAndCache(subject: RateLimitSubject, limit: RateLimit): Promise<Permit> {
    let permit: Permit;
    try {
      permit = await this.#takeInRedis(this.#dependencies.keys.rateLimitOf(subject), limit);
      if (permit.granted) this.#inMemory.record(subject, limit);
    } catch (cause) {
      this.#dependencies.failed(cause);
      permit = this.#inMemory.take(subject, limit);
    }
    if (!permit.granted) this.#cacheDenial(subject, permit.retryAfterMs);
    return permit;
  }

  /**
   * A single permit is a key whose time to live is the window. That needs no script, so it works if an ACL
   * forbids scripts.
   * @throws {RedisError} if Redis fails
   */
  async #takeInRedis(key: string, { maxRequests, windowMs }: RateLimit): Promise<Permit> {
    const { commands } = this.#dependencies;
    if (maxRequests === 1) {
      const { stored, ttlMs } = await commands.setNxPx(key, '1', windowMs);
      // A key without expiry is not a permit but was set by an admin. It lasts until it is deleted.
      return stored ? GRANTED : { granted: false, retryAfterMs: ttlMs < 0 ? windowMs : ttlMs };
    }
    const limits = [String(maxRequests), String(windowMs)];
    const retryAfterMs = Number(await commands.evaluate(SLIDING_WINDOW, [key], limits));
    return retryAfterMs === 0 ? GRANTED : { granted: false, retryAfterMs };
  }

  #cacheDenial(subject: RateLimitSubject, retryAfterMs: number): void {
    const now = this.#dependencies.clock.monotonicMs();
    // A lost denial costs only one more query.
    if (this.#denials.size >= MAX_DENIALS) this.#denials.clear();
    const expiresAtMs = now + Math.min(retryAfterMs, DENIAL_CACHE_MS);
    this.#denials.set(subject, { permitAtMs: now + retryAfterMs, expiresAtMs });
  }
}
