import { createHash } from 'node:crypto';
import { Cluster } from 'ioredis';
import type { ChainableCommander } from 'ioredis';
import type { FeatureSet } from '../../shared/feature-control/blocked-features.ts';
import { toEndMs } from '../../shared/feature-control/timed-features.ts';
import type { TimedFeatures } from '../../shared/feature-control/timed-features.ts';
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

/** A string that was not read, because it is too long. */
export interface UnreadText {
  /** In bytes. */
  readonly length: number;
}

/** The longest string that is read, in bytes. The strings of one pipeline are together at most as long. */
export const MAX_STRING_BYTES = 1_048_576;

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
   * Reads strings with `GET`, after their lengths with `STRLEN`, and their remaining time with `PTTL`.
   * @returns values in the order of the keys; null if the key does not exist, undefined if it has another
   * type
   */
  async getEach(keys: readonly string[]): Promise<readonly (StoredText | UnreadText | null | undefined)[]> {
    const found = new Map<string, StoredText | UnreadText | null | undefined>();
    const remainingMs = new Map<string, number | undefined>();
    const groups: string[][] = [];
    let bytes = Infinity;
    const sizes = await this.#runForEach(keys, (pipeline, key) => pipeline.strlen(key).pttl(key));
    for (const [key, replies] of sizes) {
      const [length, ttlMs] = replies ?? [];
      // -1: the key does not expire; -2: it does not exist.
      remainingMs.set(key, ttlMs === -1 ? undefined : Number(ttlMs));
      if (replies === undefined) found.set(key, undefined);
      else if (ttlMs === -2) found.set(key, null);
      else if (Number(length) > MAX_STRING_BYTES) found.set(key, { length: Number(length) });
      else {
        bytes += Number(length);
        if (bytes > MAX_STRING_BYTES) {
          groups.push([]);
          bytes = Number(length);
        }
        groups.at(-1)?.push(key);
      }
    }
    for (const group of groups)
      for (const [key, replies] of await this.#runForEach(group, (pipeline, one) => pipeline.get(one))) {
        const [text] = replies ?? [null];
        const value = typeof text === 'string' ? { text, remainingMs: remainingMs.get(key) } : null;
        found.set(key, replies && value);
      }
    return keys.map((key) => found.get(key));
  }

  /** See `RedisCommands`. */
  async smembers(keys: readonly string[]): Promise<readonly (FeatureSet | undefined)[]> {
    return await Promise.all(keys.map(async (key) => await unlessWrongType(this.#readSet(key))));
  }

  /** See `RedisCommands`. */
  async zscan(keys: readonly string[]): Promise<readonly (TimedFeatures | undefined)[]> {
    return await Promise.all(keys.map(async (key) => await unlessWrongType(this.#readTimed(key))));
  }

  /** Number of fields of a hash; 0 if the key does not exist, undefined if it has another type. */
  async hlen(key: string): Promise<number | undefined> {
    return await unlessWrongType(this.#redis.hlen(key));
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

  /** Reads at most `count` entries of a stream with a higher id, oldest first. */
  async entriesAfter(key: string, id: string, count: number): Promise<readonly StreamEntry[]> {
    const entries = await orRedisError(this.#redis.xrange(key, `(${id}`, '+', 'COUNT', count));
    return entries.map(([entryId, pairs]) => ({ id: entryId, fields: addPairs(new Map(), pairs) }));
  }

  /** See `RedisCommands`. */
  async time(): Promise<number> {
    const [seconds, microseconds] = await orRedisError(this.#redis.time());
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }

  async #readSet(key: string): Promise<FeatureSet> {
    const features = new Set<string>();
    const scan = async (cursor: string) => await this.#redis.sscan(key, cursor, 'COUNT', SCAN_COUNT);
    for await (const batch of scanBatches(scan)) for (const feature of batch) features.add(feature);
    return features;
  }

  async #readTimed(key: string): Promise<TimedFeatures> {
    const scores = new Map<string, string>();
    const scan = async (cursor: string) => await this.#redis.zscan(key, cursor, 'COUNT', SCAN_COUNT);
    for await (const batch of scanBatches(scan)) addPairs(scores, batch);
    const toNumber = (score: string): number => Number(score.replace('inf', 'Infinity'));
    return new Map([...scores].map(([feature, score]) => [feature, toEndMs(toNumber(score))]));
  }

  /**
   * Runs the same commands for each key, in one pipeline.
   * @returns the replies by key; undefined for a key of another type
   */
  async #runForEach(
    keys: readonly string[],
    addCommands: (pipeline: ChainableCommander, key: string) => unknown,
  ): Promise<ReadonlyMap<string, readonly unknown[] | undefined>> {
    // In a cluster, a pipeline may have keys of one master only, and fails as a whole while a slot moves.
    const groups = this.#redis instanceof Cluster ? keys.map((key) => [key]) : [keys];
    const found = groups.map(async (group) => {
      const pipeline = this.#redis.pipeline();
      for (const key of group) addCommands(pipeline, key);
      const replies = (await orRedisError(pipeline.exec())) ?? [];
      const perKey = replies.length / group.length;
      return group.map(
        (key, index) => [key, repliesOf(replies.slice(index * perKey, (index + 1) * perKey))] as const,
      );
    });
    return new Map((await Promise.all(found)).flat());
  }
}

/**
 * @returns undefined if a command failed because the key has another type
 * @throws {RedisError} if one failed otherwise
 */
function repliesOf(
  results: readonly (readonly [error: Error | null, reply?: unknown])[],
): readonly unknown[] | undefined {
  const failure = results.find(([error]) => error !== null)?.[0];
  if (failure == null) return results.map(([, reply]) => reply);
  const error = toRedisError(failure);
  if (error.kind === 'wrong-type') return undefined;
  throw error;
}

/** @param pairs alternating fields and values; of two equal fields, the last counts @returns `map` */
function addPairs(map: Map<string, string>, pairs: readonly string[]): Map<string, string> {
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    map.set(pairs[index] ?? '', pairs[index + 1] ?? '');
  }
  return map;
}
