import { isWrongType } from '../../../shared/redis/redis-error.ts';
import type { RecordCommands, StoredText } from '../snapshots/record-commands.ts';
import { IoredisCommands } from './ioredis-commands.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError } from './redis-replies.ts';

/** {@link RecordCommands} on what `createRedisClient()` connects. Each key goes by itself, as keys of a cluster have many masters. */
export class IoredisRecordCommands implements RecordCommands {
  readonly #redis: RedisClient;
  readonly #reading: IoredisCommands;

  constructor(redis: RedisClient) {
    this.#redis = redis;
    this.#reading = new IoredisCommands(redis);
  }

  async getEach(keys: readonly string[]): Promise<readonly (StoredText | null | undefined)[]> {
    return await Promise.all(keys.map(async (key) => await unlessWrongType(this.#get(key))));
  }

  async hgetallEach(keys: readonly string[]): Promise<readonly (ReadonlyMap<string, string> | undefined)[]> {
    return await Promise.all(keys.map(async (key) => await unlessWrongType(this.#reading.hgetall(key))));
  }

  async #get(key: string): Promise<StoredText | null> {
    const [text, pttl] = await Promise.all([
      orRedisError(this.#redis.get(key)),
      orRedisError(this.#redis.pttl(key)),
    ]);
    // -1 stands for a key that does not expire, -2 for one that has since.
    return text === null ? null : { text, remainingMs: pttl === -1 ? undefined : Math.max(0, pttl) };
  }
}

/** @returns undefined where the key holds another type */
async function unlessWrongType<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (cause) {
    if (isWrongType(cause)) return undefined;
    throw cause;
  }
}
