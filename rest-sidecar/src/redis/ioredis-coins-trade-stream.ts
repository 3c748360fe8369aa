import type { Redis } from 'ioredis';
import type { CoinsTradeStream, StreamTail } from '../snapshots/coins-trade-stream.ts';
import { runPipeline, toStreamEntries } from './redis-replies.ts';

/** {@link CoinsTradeStream} on one connection of `createRedisConnection()`. */
export class IoredisCoinsTradeStream implements CoinsTradeStream {
  readonly #redis: Redis;
  readonly #key: string;

  constructor(redis: Redis, key: string) {
    this.#redis = redis;
    this.#key = key;
  }

  async newest(count: number): Promise<StreamTail> {
    const transaction = this.#redis.multi().xlen(this.#key).xrevrange(this.#key, '+', '-', 'COUNT', count);
    const [length, entries] = await runPipeline(transaction);
    return { length: Number(length), entries: toStreamEntries(entries as [string, string[]][]) };
  }
}
