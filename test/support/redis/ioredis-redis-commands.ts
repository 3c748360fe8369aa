import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import {
  orRedisError,
  runPipeline,
  scanBatches,
  unlessWrongType,
} from '../../../node/redis/redis-replies.ts';
import { TimedFeatures } from '../../../shared/feature-control/timed-features.ts';
import type { RedisCommands, SetNxPxReply } from '../../../shared/redis/redis-commands.ts';

/** Number of elements in each part of a large set. */
const PIECE = 2000;

/**
 * The sidecar's commands, and those that only the plugin uses, so that the logic above them can be tested in
 * this process.
 */
export class IoredisRedisCommands extends IoredisCommands implements RedisCommands {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    super(redis);
    this.#redis = redis;
  }

  async setNxPx(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    const pipeline = this.#redis.pipeline().set(key, value, 'PX', ttlMs, 'NX').pttl(key);
    const [stored, remainingMs] = await runPipeline(pipeline);
    return { stored: stored === 'OK', ttlMs: Math.max(-1, Number(remainingMs)) };
  }

  async smembers(keys: readonly string[]): Promise<readonly (ReadonlySet<string> | undefined)[]> {
    return await Promise.all(keys.map(async (key) => await unlessWrongType(this.#membersOf(key))));
  }

  async zscan(keys: readonly string[]): Promise<readonly (TimedFeatures | undefined)[]> {
    return await Promise.all(keys.map(async (key) => await unlessWrongType(this.#scoresOf(key))));
  }

  async zrevrange(key: string, count: number): Promise<readonly string[]> {
    return await orRedisError(this.#redis.zrevrange(key, 0, count - 1));
  }

  async #scoresOf(key: string): Promise<TimedFeatures> {
    const ends = new Map<string, number>();
    const scan = async (cursor: string) => await this.#redis.zscan(key, cursor, 'COUNT', PIECE);
    for await (const batch of scanBatches(scan))
      for (let index = 0; index + 1 < batch.length; index += 2)
        ends.set(batch[index] ?? '', toScore(batch[index + 1] ?? ''));
    return new TimedFeatures(ends);
  }

  async #membersOf(key: string): Promise<ReadonlySet<string>> {
    const members = new Set<string>();
    const scan = async (cursor: string) => await this.#redis.sscan(key, cursor, 'COUNT', PIECE);
    for await (const batch of scanBatches(scan)) for (const member of batch) members.add(member);
    return members;
  }
}

/** Redis writes infinity as `inf`. */
function toScore(text: string): number {
  return Number(text.replace('inf', 'Infinity'));
}
