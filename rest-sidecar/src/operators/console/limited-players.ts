import { Cluster } from 'ioredis';
import type { Clock } from '../../../../shared/clock.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../redis/ioredis-commands.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { runPipeline } from '../../redis/redis-replies.ts';

export interface LimitedPlayers {
  /** Those whose permit is free again last come first. */
  readonly limited: readonly LimitedPlayer[];
  /** How many there are, where not all of them are listed. */
  readonly total: number;
}

export interface LimitedPlayer {
  /** UUID, in lower case with hyphens. */
  readonly player: string;
  readonly method: string;
  /** Milliseconds since the epoch, by Redis's clock, when the player may ask again. */
  readonly until: number;
}

/** All consoles share one look at Redis in this time, as its keys are found by `SCAN`. */
const INTERVAL_MS = 3000;
/** Players that are listed. */
const MOST_PLAYERS = 1000;

/** Who has used up a limit at present, of all players. */
export class LimitedPlayersView {
  readonly #redis: RedisClient;
  readonly #keys: RedisKeys;
  readonly #clock: Clock;
  #latest: Promise<LimitedPlayers> | undefined;
  #readAtMs = -Infinity;

  constructor(redis: RedisClient, keys: RedisKeys, clock: Clock) {
    this.#redis = redis;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** @throws {RedisError} */
  read(): Promise<LimitedPlayers> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#latest !== undefined && nowMs < this.#readAtMs + INTERVAL_MS) return this.#latest;
    this.#readAtMs = nowMs;
    this.#latest = this.#readNow().catch((cause: unknown) => {
      this.#latest = undefined;
      throw cause;
    });
    return this.#latest;
  }

  async #readNow(): Promise<LimitedPlayers> {
    const { rateLimits } = this.#keys;
    const keys = await new IoredisCommands(this.#redis).keysStartingWith(rateLimits);
    const listed = keys.slice(0, MOST_PLAYERS);
    const expiries = await this.#expiriesOf(listed);
    const limited = listed.flatMap((key, index) => {
      const until = expiries[index] ?? -1;
      const [, method, player] = /^(.+):([0-9a-f-]{36})$/s.exec(key.slice(rateLimits.length)) ?? [];
      return until < 0 || method === undefined || player === undefined ? [] : [{ player, method, until }];
    });
    const total = keys.length - listed.length + limited.length;
    return { limited: limited.sort((a, b) => b.until - a.until), total };
  }

  /** @returns negative for a key that does not expire, or is gone */
  async #expiriesOf(keys: readonly string[]): Promise<readonly number[]> {
    // A pipeline of a cluster takes keys of one master only.
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
