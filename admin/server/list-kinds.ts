import { ABSENT } from '../../shared/redis/mirror/mirror-kind.ts';
import type { KnownValue, MirrorKind, ReadResult } from '../../shared/redis/mirror/mirror-kind.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { readFeatures, readTimedFeatures } from '../../node/redis/read-features.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { unlessWrongType } from '../../node/redis/redis-replies.ts';

/** The features of a set, or those of a timed set with their ends. */
type Entries = ReadonlySet<string> | ReadonlyMap<string, number>;

/** A version of the set or of the timed set of a list. */
export interface StoredList<Stored extends Entries = Entries> {
  readonly entries: Stored;
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
    read: readerOf('a set', async (key) => await readFeatures(redis, key)),
    isSame,
  };
}

/** Creates the {@link MirrorKind} of the timed blocks of all lists. */
export function timedSetKind(redis: RedisClient, keys: RedisKeys): MirrorKind<StoredTimedSet> {
  return {
    name: 'timed blocklists',
    prefixes: [keys.timedBlocklists],
    read: readerOf('a sorted set', async (key) => await readTimedFeatures(redis, key)),
    isSame,
  };
}

function isSame(one: StoredList, other: StoredList): boolean {
  return one.version === other.version;
}

function readerOf<Stored extends Entries>(expected: string, readEntries: (key: string) => Promise<Stored>) {
  let latestVersion = 0;
  const read = async (
    key: string,
    known: StoredList<Stored> | undefined,
  ): Promise<ReadResult<StoredList<Stored>>> => {
    const entries = await unlessWrongType(readEntries(key));
    if (entries === undefined) return { state: 'wrong type', expected };
    if (entries.size === 0) return ABSENT;
    if (known !== undefined && hasSameEntries(known.entries, entries))
      return { state: 'present', value: known };
    latestVersion += 1;
    return { state: 'present', value: { entries, version: latestVersion } };
  };
  return async (batch: readonly string[], known: KnownValue<StoredList<Stored>>) =>
    await Promise.all(batch.map(async (key) => await read(key, known(key))));
}

function hasSameEntries(one: Entries, other: Entries): boolean {
  if (one.size !== other.size) return false;
  // Of a set, each feature is its own value.
  for (const [feature, value] of one.entries())
    if (value !== (other instanceof Map ? other.get(feature) : other.has(feature) && feature)) return false;
  return true;
}
