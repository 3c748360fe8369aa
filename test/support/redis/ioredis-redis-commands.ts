import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { orRedisError, runPipeline } from '../../../node/redis/redis-replies.ts';
import type { RedisCommands, SetNxPxReply } from '../../../shared/redis/redis-commands.ts';

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

  async setNx(key: string, value: string): Promise<void> {
    await orRedisError(this.#redis.set(key, value, 'NX'));
  }

  async zrevrange(key: string, count: number): Promise<readonly string[]> {
    return await orRedisError(this.#redis.zrevrange(key, 0, count - 1));
  }
}
