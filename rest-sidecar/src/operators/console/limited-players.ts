import { Cluster } from 'ioredis';
import type { Clock } from '../../../../shared/clock.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { LimitedPlayers } from '../../../../shared/rest/console.ts';
import { IoredisCommands } from '../../redis/ioredis-commands.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { runPipeline } from '../../redis/redis-replies.ts';

/** Lifetime of a result, which all consoles share, because finding the keys takes a `SCAN`. */
const CACHE_MS = 3000;
/** Maximum number of players that are listed. */
const MAX_PLAYERS = 1000;

/** The players that have currently reached a rate limit. */
export class LimitedPlayersView {
  readonly #redis: RedisClient;
  readonly #keys: RedisKeys;
  readonly #clock: Clock;
  #cached: Promise<LimitedPlayers> | undefined;
  #readAtMs = -Infinity;

  constructor(redis: RedisClient, keys: RedisKeys, clock: Clock) {
    this.#redis = redis;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** @throws {RedisError} */
  read(): Promise<LimitedPlayers> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#cached !== undefined && nowMs < this.#readAtMs + CACHE_MS) return this.#cached;
    this.#readAtMs = nowMs;
    this.#cached = this.#readNow().catch((cause: unknown) => {
      this.#cached = undefined;
      throw cause;
    });
    return this.#cached;
  }

  async #readNow(): Promise<LimitedPlayers> {
    const { rateLimits } = this.#keys;
    const keys = await new IoredisCommands(this.#redis).keysStartingWith(rateLimits);
    const listed = keys.slice(0, MAX_PLAYERS);
    const expiries = await this.#expiriesOf(listed);
    const limited = listed.flatMap((key, index) => {
      const until = expiries[index] ?? -1;
      const [, method, player] = /^(.+):([0-9a-f-]{36})$/s.exec(key.slice(rateLimits.length)) ?? [];
      return until < 0 || method === undefined || player === undefined ? [] : [{ player, method, until }];
    });
    const total = keys.length - listed.length + limited.length;
    return { limited: limited.sort((a, b) => b.until - a.until), total };
  }

  /**
   * @returns for each key when it expires, in milliseconds since the epoch; negative if it does not expire or
   * exist
   */
  async #expiriesOf(keys: readonly string[]): Promise<readonly number[]> {
    // In a cluster, a pipeline may only contain keys of one master.
    const groups = this.#redis instanceof Cluster ? keys.map((key) => [key]) : [keys];
    const replies = groups
      .filter(({ length }) => length > 0)
      .map(async (group) => {
        const pipeline = this.#redis.pipeline().time();
        for (const key of group) pipeline.pttl(key);
        const [time, ...remaining] = await runPipeline(pipeline);
        const [seconds = 0, microseconds = 0] = (time as (string | number)[]).map(Number);
        const nowMs = seconds * 1000 + Math.floor(microseconds / 1000);
        return remaining.map((ms) => (Number(ms) < 0 ? -1 : nowMs + Number(ms)));
      });
    return (await Promise.all(replies)).flat();
  }
}
