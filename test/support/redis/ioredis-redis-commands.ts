import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import {
  orRedisError,
  runPipeline,
  scanBatches,
  unlessWrongType,
} from '../../../node/redis/redis-replies.ts';
import { MemoryTimedFeatures } from '../../../shared/feature-control/timed-features.ts';
import { WRONG_TYPE } from '../../../shared/redis/redis-commands.ts';
import type { RedisCommands, SetNxPxReply } from '../../../shared/redis/redis-commands.ts';

/** Number of elements in each part of a large set. */
const PIECE = 2000;

/** Sets with more members are read in parts. */
const LARGE_SET = 10_000;

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
    return await Promise.all(keys.map(async (key) => await this.#membersOf(key)));
  }

  async smismember(key: string, members: readonly string[]): Promise<readonly boolean[]> {
    const replies = await orRedisError(this.#redis.smismember(key, ...members));
    return replies.map((reply) => reply === 1);
  }

  async scard(keys: readonly string[]): Promise<readonly number[]> {
    return await Promise.all(keys.map(async (key) => await this.#sizeOf(key)));
  }

  async zscan(keys: readonly string[]): Promise<readonly (MemoryTimedFeatures | undefined)[]> {
    return await Promise.all(keys.map(async (key) => await this.#scoresOf(key)));
  }

  async zmscore(key: string, members: readonly string[]): Promise<readonly (number | null)[]> {
    const scores = await orRedisError(this.#redis.zmscore(key, ...members));
    return scores.map((score) => (score === null ? null : toScore(score)));
  }

  async zcard(keys: readonly string[]): Promise<readonly number[]> {
    const counts = keys.map(async (key) => await unlessWrongType(this.#redis.zcard(key)));
    return (await Promise.all(counts)).map((count) => count ?? WRONG_TYPE);
  }

  async #scoresOf(key: string): Promise<MemoryTimedFeatures | undefined> {
    if ((await unlessWrongType(this.#redis.zcard(key))) === undefined) return undefined;
    const ends = new Map<string, number>();
    const scan = async (cursor: string) => await this.#redis.zscan(key, cursor, 'COUNT', PIECE);
    for await (const batch of scanBatches(scan))
      for (let index = 0; index + 1 < batch.length; index += 2)
        ends.set(batch[index] ?? '', toScore(batch[index + 1] ?? ''));
    return new MemoryTimedFeatures(ends);
  }

  async #membersOf(key: string): Promise<ReadonlySet<string> | undefined> {
    const size = await this.#sizeOf(key);
    if (size === WRONG_TYPE) return undefined;
    if (size <= LARGE_SET) return new Set(await orRedisError(this.#redis.smembers(key)));
    const members = new Set<string>();
    const scan = async (cursor: string) => await this.#redis.sscan(key, cursor, 'COUNT', PIECE);
    for await (const batch of scanBatches(scan)) for (const member of batch) members.add(member);
    return members;
  }

  async #sizeOf(key: string): Promise<number> {
    return (await unlessWrongType(this.#redis.scard(key))) ?? WRONG_TYPE;
  }
}

/** Redis writes infinity as `inf`. */
function toScore(text: string): number {
  return Number(text.replace('inf', 'Infinity'));
}
