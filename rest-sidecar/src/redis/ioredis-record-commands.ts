import { Cluster } from 'ioredis';
import { isWrongType } from '../../../shared/redis/redis-error.ts';
import type { RecordCommands, StoredText } from '../snapshots/record-commands.ts';
import { IoredisCommands } from './ioredis-commands.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError, toRedisError } from './redis-replies.ts';

/** {@link RecordCommands} on what `createRedisClient()` connects. Keys of a cluster go one by one, as they have many masters. */
export class IoredisRecordCommands implements RecordCommands {
  readonly #redis: RedisClient;
  readonly #reading: IoredisCommands;

  constructor(redis: RedisClient) {
    this.#redis = redis;
    this.#reading = new IoredisCommands(redis);
  }

  async getEach(keys: readonly string[]): Promise<readonly (StoredText | null | undefined)[]> {
    // A pipeline of a cluster takes keys of one master only, and fails as a whole while a slot moves.
    const one = async (key: string) => await this.#getOf(this.#redis, [key]);
    if (this.#redis instanceof Cluster) return (await Promise.all(keys.map(one))).flat();
    return await this.#getOf(this.#redis, keys);
  }

  async hgetallEach(keys: readonly string[]): Promise<readonly (ReadonlyMap<string, string> | undefined)[]> {
    return await Promise.all(keys.map(async (key) => await unlessWrongType(this.#reading.hgetall(key))));
  }

  /** In one write and one read of the socket. */
  async #getOf(redis: RedisClient, keys: readonly string[]): Promise<(StoredText | null | undefined)[]> {
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.get(key).pttl(key);
    const replies = (await orRedisError(pipeline.exec())) ?? [];
    return keys.map((_, index) => toStoredText(replies[2 * index], replies[2 * index + 1]));
  }
}

type Reply = readonly [error: Error | null, reply?: unknown] | undefined;

/** @throws {RedisError} where one of the two commands failed, but for a key of another type */
function toStoredText(text: Reply, pttl: Reply): StoredText | null | undefined {
  const failure = text?.[0] ?? pttl?.[0];
  if (failure) {
    const error = toRedisError(failure);
    if (error.kind === 'wrong-type') return undefined;
    throw error;
  }
  if (typeof text?.[1] !== 'string') return null;
  // -1 stands for a key that does not expire, -2 for one that has since.
  const remainingMs = pttl?.[1] === -1 ? undefined : Math.max(0, Number(pttl?.[1]));
  return { text: text[1], remainingMs };
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
