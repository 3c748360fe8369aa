import type { OperatorCommands } from '../../../shared/redis/operators/operator-commands.ts';
import { IoredisCommands } from './ioredis-commands.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError, runPipeline } from './redis-replies.ts';

/** Members asked for at a time. */
const PIECE = 2000;

/** {@link OperatorCommands} on what `createRedisClient()` connects. */
export class IoredisOperatorCommands implements OperatorCommands {
  readonly #redis: RedisClient;
  readonly #reading: IoredisCommands;

  constructor(redis: RedisClient) {
    this.#redis = redis;
    this.#reading = new IoredisCommands(redis);
  }

  async scard(keys: readonly string[]): Promise<readonly number[]> {
    return await this.#reading.scard(keys);
  }

  async keysStartingWith(prefix: string): Promise<readonly string[]> {
    return await this.#reading.keysStartingWith(prefix);
  }

  async someMembers(key: string, most: number): Promise<readonly string[]> {
    const members = new Set<string>();
    let cursor = '0';
    do {
      const [next, piece] = await orRedisError(this.#redis.sscan(key, cursor, 'COUNT', PIECE));
      for (const member of piece) members.add(member);
      cursor = next;
    } while (cursor !== '0' && members.size < most);
    return [...members].slice(0, most);
  }

  async expiry(key: string): Promise<number | undefined> {
    const [time, remaining] = await runPipeline(this.#redis.pipeline().time().pttl(key));
    const [seconds = 0, microseconds = 0] = (time as (string | number)[]).map(Number);
    const remainingMs = Number(remaining);
    return remainingMs < 0 ? undefined : seconds * 1000 + Math.floor(microseconds / 1000) + remainingMs;
  }
}
