import type { CoinsTradeStream, StreamTail } from '../snapshots/coins-trade-stream.ts';
import type { RedisClient } from './redis-client.ts';
import { runPipeline, toStreamEntries } from './redis-replies.ts';

/** {@link CoinsTradeStream} on what `createRedisClient()` connects. */
export class IoredisCoinsTradeStream implements CoinsTradeStream {
  readonly #redis: RedisClient;
  readonly #key: string;

  constructor(redis: RedisClient, key: string) {
    this.#redis = redis;
    this.#key = key;
  }

  async newest(count: number): Promise<StreamTail> {
    const transaction = this.#redis.multi().xlen(this.#key).xrevrange(this.#key, '+', '-', 'COUNT', count);
    const [length, entries] = await runPipeline(transaction);
    return { length: Number(length), entries: toStreamEntries(entries as [string, string[]][]) };
  }
}
