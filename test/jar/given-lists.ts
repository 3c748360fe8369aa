import type { Redis } from 'ioredis';
import { METHODS } from '../../shared/feature-control/methods.ts';
import type { MethodName } from '../../shared/feature-control/methods.ts';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { readDefaultConfig } from '../support/default-config.ts';
import type { Given } from '../support/jar/wire-fixtures.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { untilChangesReported } from './read-edits.ts';

const { methodLimits } = readDefaultConfig();

/** Writes the preconditions of a fixture to Redis, and waits until the proxy has read them. */
export class GivenLists {
  readonly #redis: Redis;
  readonly #keys: RedisKeys;
  readonly #prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#keys = new RedisKeys(prefix);
    this.#prefix = prefix;
  }

  /** Replaces all lists, and waits until the proxy knows. */
  async write({ global = [], personal = {} }: Given, proxy: StandIn): Promise<void> {
    const transaction = this.#redis.multi();
    for (const key of await this.#redis.keys(`${this.#prefix}blocklist:*`)) transaction.del(key);
    for (const [client, features] of Object.entries(personal))
      transaction.sadd(this.#keys.blocklistOf(client), ...features);
    if (global.length > 0) transaction.sadd(this.#keys.blocklistGlobal, ...global);
    await transaction.exec();
    await untilChangesReported([proxy], this.#redis, this.#keys);
  }

  /** Takes the permit of a player for a method, with the plugin's default limits. */
  async usePermitOf(player: StandInPlayer, method: MethodName): Promise<void> {
    const key = this.#keys.rateLimitOf(subjectOf(method, player.uuid));
    await this.#redis.set(key, '1', 'PX', methodLimits[method].windowMs);
  }

  /** Returns the methods for which a player has used a permit. */
  async usedPermits(player: StandInPlayer): Promise<MethodName[]> {
    const used = await Promise.all(
      METHODS.map(async ({ name }) => {
        const key = this.#keys.rateLimitOf(subjectOf(name, player.uuid));
        return (await this.#redis.exists(key)) === 1 ? [name] : [];
      }),
    );
    return used.flat();
  }
}
