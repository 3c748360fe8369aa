import { createHash } from 'node:crypto';
import { Cluster } from 'ioredis';
import { parseRunId } from '../../shared/redis/loss/serving-processes.ts';
import type { ServingProcesses } from '../../shared/redis/loss/serving-processes.ts';
import type { MirrorCommands } from '../../shared/redis/mirror/mirror.ts';
import { isWrongType, RedisError } from '../../shared/redis/redis-error.ts';
import { globFor } from '../../shared/redis/glob.ts';
import type { NextPage, RedisScript } from '../../shared/redis/redis-commands.ts';
import { masterOf, mastersOf } from './redis-client.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError, SCAN_COUNT, scanBatches, toRedisError, unlessWrongType } from './redis-replies.ts';

/** The string value of a key. */
export interface StoredText {
  readonly text: string;
  /** Milliseconds until the key expires; undefined if it does not expire. */
  readonly remainingMs: number | undefined;
}

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
 * The commands with which the sidecar reads Redis. Every call throws {@link RedisError} if Redis does not
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
  ): Promise<readonly string[]> {
    const rest = [...keys, ...args];
    const digest = createHash('sha1').update(source).digest('hex');
    const reply = await orRedisError(this.#redis.evalsha(digest, keys.length, ...rest)).catch(
      (cause: unknown) => {
        if (!(cause instanceof RedisError && cause.message.startsWith('NOSCRIPT'))) throw cause;
        return orRedisError(this.#redis.eval(source, keys.length, ...rest));
      },
    );
    return (reply as unknown[]).map(String);
  }

  async processes(): Promise<ServingProcesses> {
    const reads = mastersOf(this.#redis).map(
      async (master) => [master, parseRunId(await orRedisError(master.info('server')))] as const,
    );
    const idOf = new Map(await Promise.all(reads));
    const of = (key: string): string => {
      const id = idOf.get(masterOf(this.#redis, key));
      if (id === undefined) throw new RedisError('unreachable', 'A part of the cluster has moved.');
      return id;
    };
    return { ids: [...idOf.values()], of };
  }

  /**
   * `GET` and `PTTL` of each key.
   * @returns values in the order of the keys; null if the key does not exist, undefined if it has another
   * type
   */
  async getEach(keys: readonly string[]): Promise<readonly (StoredText | null | undefined)[]> {
    if (!(this.#redis instanceof Cluster)) return await this.#getPipelined(keys);
    // In a cluster, a pipeline may have keys of one master only, and fails as a whole while a slot moves.
    return (await Promise.all(keys.map(async (key) => await this.#getPipelined([key])))).flat();
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
      for await (const batch of scanBatches(scan)) addPairs(fields, batch);
      return fields;
    } catch (cause) {
      if (isWrongType(cause)) return undefined;
      throw cause;
    }
  }

  /**
   * Reads the newest entries of a stream, newest first, by `XREVRANGE` in batches. Empty if the key does not
   * exist.
   * @param latest entries with a higher id are skipped. Default: none
   */
  async newestEntries(key: string, count: number, latest = '+'): Promise<readonly StreamEntry[]> {
    const entries: StreamEntry[] = [];
    for (let end = latest; entries.length < count; end = `(${entries.at(-1)?.id ?? ''}`) {
      const wanted = Math.min(STREAM_COUNT, count - entries.length);
      const piece = await orRedisError(this.#redis.xrevrange(key, end, '-', 'COUNT', wanted));
      for (const [id, pairs] of piece) entries.push({ id, fields: addPairs(new Map(), pairs) });
      if (piece.length < wanted) break;
    }
    return entries;
  }

  /** Returns the id of the newest entry of a stream; `0-0` if there is none, or the key has another type. */
  async newestEntryId(key: string): Promise<string> {
    const [newest] = (await unlessWrongType(this.newestEntries(key, 1))) ?? [];
    return newest?.id ?? '0-0';
  }

  /** See `RedisCommands`. */
  async time(): Promise<number> {
    const [seconds, microseconds] = await orRedisError(this.#redis.time());
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }

  /** Sends all commands in one pipeline. */
  async #getPipelined(keys: readonly string[]): Promise<(StoredText | null | undefined)[]> {
    const pipeline = this.#redis.pipeline();
    for (const key of keys) pipeline.get(key).pttl(key);
    const replies = (await orRedisError(pipeline.exec())) ?? [];
    return keys.map((_, index) => toStoredText(replies[2 * index], replies[2 * index + 1]));
  }
}

type Reply = readonly [error: Error | null, reply?: unknown] | undefined;

/** @throws {RedisError} if one of the two commands failed, unless the key has another type */
function toStoredText(text: Reply, pttl: Reply): StoredText | null | undefined {
  const failure = text?.[0] ?? pttl?.[0];
  if (failure) {
    const error = toRedisError(failure);
    if (error.kind === 'wrong-type') return undefined;
    throw error;
  }
  if (typeof text?.[1] !== 'string') return null;
  // -1: the key does not expire; -2: it has expired since the `GET`.
  const remainingMs = pttl?.[1] === -1 ? undefined : Math.max(0, Number(pttl?.[1]));
  return { text: text[1], remainingMs };
}

/** @param pairs alternating fields and values; of two equal fields, the last counts @returns `map` */
function addPairs(map: Map<string, string>, pairs: readonly string[]): Map<string, string> {
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    map.set(pairs[index] ?? '', pairs[index + 1] ?? '');
  }
  return map;
}
