import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { globFor } from '../../../shared/redis/glob.ts';
import { identifyProcess } from '../../../shared/redis/loss/serving-processes.ts';
import type { ServingProcesses } from '../../../shared/redis/loss/serving-processes.ts';
import { ABSENT, wrongType } from '../../../shared/redis/mirror/collection.ts';
import type { ReadResult } from '../../../shared/redis/mirror/collection.ts';
import type { MirrorCommands } from '../../../shared/redis/mirror/mirror.ts';
import { pairsIn } from '../../../shared/redis/pairs.ts';
import type { NextPage, RedisScript } from '../../../shared/redis/redis-commands.ts';
import { isErrorReply, isWrongType, RedisError } from '../../../shared/redis/redis-error.ts';
import { masterOf, mastersOf } from '../connecting/redis-client.ts';
import type { RedisClient } from '../connecting/redis-client.ts';
import { orRedisError, runPipeline, SCAN_COUNT, scanBatches, unlessWrongType } from '../redis-replies.ts';

/** The longest string that is read, in bytes. */
const MAX_STRING_BYTES = 1_048_576;

export interface StreamEntry {
  /** `<milliseconds>-<sequence>` */
  readonly id: string;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Stream entries that are read with one command: about 1 ms of Redis's time, during which it serves no other
 * client.
 */
const STREAM_COUNT = 1000;

/**
 * The commands with which a Node program uses Redis. Every call throws {@link RedisError} if Redis does not
 * answer.
 */
export class IoredisCommands implements MirrorCommands {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** See `RedisCommands`. */
  async keysStartingWith(prefixes: readonly string[], nextPage?: NextPage): Promise<readonly string[]> {
    const pattern = globFor(prefixes);
    const keys = new Set<string>();
    const scans = mastersOf(this.#redis).map(async (master) => {
      const scan = async (cursor: string): Promise<[string, string[]]> => {
        if (cursor !== '0') await nextPage?.();
        return await master.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT);
      };
      for await (const batch of scanBatches(scan)) for (const key of batch) keys.add(key);
    });
    await Promise.all(scans);
    return [...keys];
  }

  /** See `RedisCommands`. */
  async evaluate(
    { source }: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<unknown> {
    const rest = [...keys, ...args];
    const digest = createHash('sha1').update(source).digest('hex');
    const reply = await orRedisError(this.#redis.evalsha(digest, keys.length, ...rest)).catch(
      (cause: unknown) => {
        if (!isErrorReply(cause, 'NOSCRIPT')) throw cause;
        return orRedisError(this.#redis.eval(source, keys.length, ...rest));
      },
    );
    return JSON.parse(String(reply)) as unknown;
  }

  /** See `RedisCommands`. */
  async hsetPx(key: string, fields: Readonly<Record<string, string>>, ttlMs: number): Promise<void> {
    await runPipeline(this.#redis.pipeline().hset(key, fields).pexpire(key, ttlMs));
  }

  async processes(): Promise<ServingProcesses> {
    const identify = async (master: Redis): Promise<readonly [Redis, string]> => {
      const readInfo = () => orRedisError(master.info());
      return [master, await identifyProcess(readInfo, () => orRedisError(master.cluster('INFO')))];
    };
    const reads = mastersOf(this.#redis).map(identify);
    const idOf = new Map(await Promise.all(reads));
    const of = (key: string): string => {
      const id = idOf.get(masterOf(this.#redis, key));
      if (id === undefined) throw new RedisError('unreachable', 'A part of the cluster has moved.');
      return id;
    };
    return { ids: [...idOf.values()], of };
  }

  /** Reads a string with `GET`, after its length with `STRLEN` and its remaining time with `PTTL`. */
  async readText(key: string): Promise<ReadResult<string>> {
    const sizes = await unlessWrongType(runPipeline(this.#redis.pipeline().strlen(key).pttl(key)));
    const [length = 0, ttlMs = -2] = sizes?.map(Number) ?? [];
    if (length > MAX_STRING_BYTES)
      return { state: 'rejected', reason: `It has ${length} bytes; at most ${MAX_STRING_BYTES} are read.` };
    // -1: the key does not expire; -2: it does not exist.
    const text = sizes && (ttlMs === -2 ? null : await unlessWrongType(this.#redis.get(key)));
    if (text === undefined) return wrongType('a string');
    return text === null
      ? ABSENT
      : { state: 'present', value: text, remainingMs: ttlMs === -1 ? undefined : ttlMs };
  }

  /**
   * Reads a hash, after its number of fields with `HLEN`.
   * @param maxBytes the memory of the largest hash that is read. Default: any, and it is not computed
   */
  async readHash(
    key: string,
    maxFields: number,
    maxBytes?: number,
  ): Promise<ReadResult<ReadonlyMap<string, string>>> {
    const count = await unlessWrongType(this.#redis.hlen(key));
    if (count !== undefined && count > maxFields)
      return { state: 'rejected', reason: `It has ${count} fields; at most ${maxFields} are read.` };
    // The size of a hash with few fields is computed quickly.
    const isTooLarge =
      maxBytes !== undefined &&
      ((await orRedisError(this.#redis.memory('USAGE', key, 'SAMPLES', 0))) ?? 0) > maxBytes;
    if (isTooLarge) return { state: 'rejected', reason: `It takes more than ${maxBytes} bytes.` };
    const fields = await this.hgetall(key);
    if (fields === undefined) return wrongType('a hash');
    return fields.size === 0 ? ABSENT : { state: 'present', value: fields };
  }

  /**
   * Reads all fields of a hash, by `HSCAN`: in one round trip for up to some 2,000 fields, in batches for
   * more.
   * @returns an empty map if the key does not exist, undefined if it has another type
   */
  async hgetall(key: string): Promise<ReadonlyMap<string, string> | undefined> {
    const fields = new Map<string, string>();
    const scan = async (cursor: string) => await this.#redis.hscan(key, cursor, 'COUNT', SCAN_COUNT);
    try {
      for await (const batch of scanBatches(scan))
        for (const [field, value] of pairsIn(batch)) fields.set(field, value);
      return fields;
    } catch (cause) {
      if (isWrongType(cause)) return undefined;
      throw cause;
    }
  }

  /**
   * Reads the newest entries of a stream, newest first, by `XREVRANGE` in batches. Empty if the key does not
   * exist.
   */
  async newestEntries(key: string, count: number): Promise<readonly StreamEntry[]> {
    const entries: StreamEntry[] = [];
    for (let end = '+'; entries.length < count; end = `(${entries.at(-1)?.id ?? ''}`) {
      const wanted = Math.min(STREAM_COUNT, count - entries.length);
      const piece = await orRedisError(this.#redis.xrevrange(key, end, '-', 'COUNT', wanted));
      entries.push(...piece.map(toEntry));
      if (piece.length < wanted) break;
    }
    return entries;
  }

  /** Reads at most `count` entries of a stream with a higher id, oldest first. */
  async entriesAfter(key: string, id: string, count: number): Promise<readonly StreamEntry[]> {
    const entries = await orRedisError(this.#redis.xrange(key, `(${id}`, '+', 'COUNT', count));
    return entries.map(toEntry);
  }

  /** See `RedisCommands`. */
  async time(): Promise<number> {
    const [seconds, microseconds] = await orRedisError(this.#redis.time());
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }
}

/** Of two equal fields, the last counts. */
function toEntry([id, fields]: readonly [id: string, fields: readonly string[]]): StreamEntry {
  return { id, fields: new Map(pairsIn(fields)) };
}
