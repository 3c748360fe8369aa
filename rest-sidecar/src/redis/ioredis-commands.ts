import { createHash } from 'node:crypto';
import { isWrongType, RedisError } from '../../../shared/redis/redis-error.ts';
import { WRONG_TYPE } from '../../../shared/redis/redis-commands.ts';
import type { RedisCommands, RedisScript, SetNxPxReply } from '../../../shared/redis/redis-commands.ts';
import { addPairs } from '../snapshots/pairs.ts';
import type { ServingProcesses } from '../../../shared/redis/loss/serving-processes.ts';
import { askProcesses } from './ask-processes.ts';
import { mastersOf } from './redis-client.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError, runPipeline } from './redis-replies.ts';

/** Elements a piece of a large set or hash: some 2 ms of Redis's time, in which it serves nobody else. */
const PIECE = 2000;

/** Larger sets are read in pieces. */
const LARGE_SET = 10_000;

/** {@link RedisCommands} on what `createRedisClient()` connects. */
export class IoredisCommands implements RedisCommands {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  async setNxPx(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    const pipeline = this.#redis.pipeline().set(key, value, 'PX', ttlMs, 'NX').pttl(key);
    const [stored, remainingMs] = await runPipeline(pipeline);
    return { stored: stored === 'OK', ttlMs: Math.max(-1, Number(remainingMs)) };
  }

  async evaluate(
    { source }: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<readonly number[]> {
    const rest = [...keys, ...args];
    const sha = createHash('sha1').update(source).digest('hex');
    try {
      return toNumbers(await orRedisError(this.#redis.evalsha(sha, keys.length, ...rest)));
    } catch (error) {
      if (!(error instanceof RedisError && error.message.startsWith('NOSCRIPT'))) throw error;
    }
    return toNumbers(await orRedisError(this.#redis.eval(source, keys.length, ...rest)));
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

  async sadd(key: string, member: string): Promise<boolean> {
    return (await orRedisError(this.#redis.sadd(key, member))) === 1;
  }

  async srem(key: string, member: string): Promise<boolean> {
    return (await orRedisError(this.#redis.srem(key, member))) === 1;
  }

  async keysStartingWith(prefix: string): Promise<readonly string[]> {
    const pattern = `${prefix.replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}*`;
    const keys = new Set<string>();
    const scanning = mastersOf(this.#redis).map(async (master) => {
      await forEachPiece(
        async (cursor) => await master.scan(cursor, 'MATCH', pattern, 'COUNT', PIECE),
        (piece) => {
          for (const key of piece) keys.add(key);
        },
      );
    });
    await Promise.all(scanning);
    return [...keys];
  }

  /** By `HSCAN`: one round trip and the whole hash at once up to some 2,000 fields, in pieces beyond, so that Redis is not held up. */
  async hgetall(key: string): Promise<ReadonlyMap<string, string>> {
    const fields = new Map<string, string>();
    await forEachPiece(
      async (cursor) => await this.#redis.hscan(key, cursor, 'COUNT', PIECE),
      (piece) => {
        addPairs(fields, piece);
      },
    );
    return fields;
  }

  async processes(): Promise<ServingProcesses> {
    return await askProcesses(this.#redis);
  }

  async #membersOf(key: string): Promise<ReadonlySet<string> | undefined> {
    const size = await this.#sizeOf(key);
    if (size === WRONG_TYPE) return undefined;
    if (size <= LARGE_SET) return new Set(await orRedisError(this.#redis.smembers(key)));
    const members = new Set<string>();
    await forEachPiece(
      async (cursor) => await this.#redis.sscan(key, cursor, 'COUNT', PIECE),
      (piece) => {
        for (const member of piece) members.add(member);
      },
    );
    return members;
  }

  async #sizeOf(key: string): Promise<number> {
    try {
      return await orRedisError(this.#redis.scard(key));
    } catch (error) {
      if (isWrongType(error)) return WRONG_TYPE;
      throw error;
    }
  }
}

type Piece = [cursor: string, elements: string[]];

async function forEachPiece(
  scan: (cursor: string) => Promise<Piece>,
  take: (elements: string[]) => void,
): Promise<void> {
  let cursor = '0';
  do {
    const [next, elements] = await orRedisError(scan(cursor));
    take(elements);
    cursor = next;
  } while (cursor !== '0');
}

function toNumbers(reply: unknown): number[] {
  return Array.isArray(reply) ? reply.map(Number) : [Number(reply)];
}
