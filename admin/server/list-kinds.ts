import { WRONG_TYPE } from '../../shared/redis/redis-commands.ts';
import { ABSENT } from '../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../shared/redis/mirror/mirror-kind.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import { readFeatures, readTimedFeatures } from '../../node/redis/read-features.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { unlessWrongType } from '../../node/redis/redis-replies.ts';

/** The features of a set, or those of a timed set with their ends. */
type Entries = ReadonlySet<string> | ReadonlyMap<string, number>;

/** A version of the set or of the timed set of a list. */
export interface StoredList<Stored extends Entries = Entries> {
  readonly entries: Stored;
  /**
   * The id of the newest entry of the audit stream before the entries were read, or an id between that entry
   * and the next; `0-0` without entries.
   */
  readonly lastAuditId: string;
  /** Unique among the versions that this process has read. */
  readonly version: number;
}

export type StoredSet = StoredList<ReadonlySet<string>>;
export type StoredTimedSet = StoredList<ReadonlyMap<string, number>>;

/** Creates the {@link MirrorKind} of the permanent blocks of all lists. */
export function setKind(redis: RedisClient, keys: RedisKeys): MirrorKind<StoredSet> {
  return {
    name: 'blocklists',
    prefixes: [keys.blocklists],
    read: readerOf(redis, keys, 'a set', async (key) => await readFeatures(redis, key)),
    size: sizeWith(async (key) => await redis.scard(key)),
  };
}

/** Creates the {@link MirrorKind} of the timed blocks of all lists. */
export function timedSetKind(redis: RedisClient, keys: RedisKeys): MirrorKind<StoredTimedSet> {
  return {
    name: 'timed blocklists',
    prefixes: [keys.timedBlocklists],
    read: readerOf(redis, keys, 'a sorted set', async (key) => await readTimedFeatures(redis, key)),
    size: sizeWith(async (key) => await redis.zcard(key)),
  };
}

function readerOf<Stored extends Entries>(
  redis: RedisClient,
  keys: RedisKeys,
  expected: string,
  readEntries: (key: string) => Promise<Stored>,
) {
  const commands = new IoredisCommands(redis);
  let version = 0;
  const read = async (key: string): Promise<ReadResult<StoredList<Stored>>> => {
    const lastAuditId = await commands.newestEntryId(keys.auditOf(key));
    const entries = await unlessWrongType(readEntries(key));
    if (entries === undefined) return { state: 'wrong type', expected };
    if (entries.size === 0) return ABSENT;
    version += 1;
    return { state: 'present', value: { entries, lastAuditId, version } };
  };
  return async (batch: readonly string[]) => await Promise.all(batch.map(read));
}

function sizeWith(readSize: (key: string) => Promise<number>) {
  return {
    of: ({ entries }: StoredList) => entries.size,
    read: async (batch: readonly string[]) =>
      await Promise.all(batch.map(async (key) => (await unlessWrongType(readSize(key))) ?? WRONG_TYPE)),
  };
}
