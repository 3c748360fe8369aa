import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import type { Redis } from 'ioredis';
import { CHECK_FEATURES } from '../../shared/protocol/methods/check-features.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import type { Given } from '../support/jar/wire-fixtures.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';

/** Brings about in Redis what a fixture takes as given, and knows when the proxy has seen it. */
export class GivenLists {
  readonly #redis: Redis;
  readonly #keys: RedisKeys;
  readonly #prefix: string;
  #count = 0;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#keys = new RedisKeys(prefix);
    this.#prefix = prefix;
  }

  /** Replaces all lists. A mark, written last, is waited for: changes are told in their order. */
  async write({ global = [], personal = {} }: Given, proxy: StandIn): Promise<void> {
    this.#count += 1;
    const mark = `mark-${this.#count}`;
    const transaction = this.#redis.multi();
    for (const key of await this.#redis.keys(`${this.#prefix}blocklist:*`)) transaction.del(key);
    for (const [client, features] of Object.entries(personal))
      transaction.sadd(this.#keys.blocklistOf(client), ...features);
    transaction.sadd(this.#keys.blocklistGlobal, mark, ...global);
    await transaction.exec();
    await eventually(
      async () => {
        const { payload } = await check(await proxy.join({ connected: true }), 'marker', [mark]);
        return payload?.blocklist.length === 1;
      },
      { what: 'the lists' },
    );
  }

  async usePermitOf(player: StandInPlayer): Promise<void> {
    await this.#redis.set(this.#permitOf(player), '1', 'PX', 10_000);
  }

  async hasUsedPermit(player: StandInPlayer): Promise<boolean> {
    return (await this.#redis.exists(this.#permitOf(player))) === 1;
  }

  #permitOf(player: StandInPlayer): string {
    return this.#keys.rateLimitOf(subjectOf(CHECK_FEATURES, player.uuid));
  }
}
