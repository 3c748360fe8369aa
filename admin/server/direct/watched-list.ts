import { setImmediate } from 'node:timers/promises';
import type { ListPart } from '../../../shared/redis/blocklists/editing/bulk-steps.ts';
import { ABSENT } from '../../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../../shared/redis/mirror/mirror-kind.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import { readFeatures, readTimedFeatures } from '../../../node/redis/read-features.ts';
import { mastersOf } from '../../../node/redis/redis-client.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { unlessWrongType } from '../../../node/redis/redis-replies.ts';

/** A version of one part of a list. */
export interface WatchedList {
  /** The features of the set, or those of the timed set with their ends. */
  readonly entries: ReadonlySet<string> | ReadonlyMap<string, number>;
  /**
   * The id of the newest entry of the audit stream before the part was read, or an id between that entry and
   * the next; `0-0` without entries.
   */
  readonly lastAuditId: string;
}

/**
 * Returns the version of every list that does not exist at present. Its id is the time in Redis, because the
 * entries up to now may be too many to read. In a cluster it is the time of the master whose clock is behind
 * the others, so that no edit from now on has a lower id.
 * @throws {RedisError}
 */
export async function readAbsentList(redis: RedisClient): Promise<WatchedList> {
  const times = mastersOf(redis).map(async (master) => await new IoredisCommands(master).time());
  const earliestMs = Math.floor(Math.min(...(await Promise.all(times))));
  return { entries: new Set(), lastAuditId: `${earliestMs}-0` };
}

/** Creates the {@link MirrorKind} of one part of all lists. */
export function watchedListKind(
  part: ListPart,
  redis: RedisClient,
  keys: RedisKeys,
): MirrorKind<WatchedList> {
  const commands = new IoredisCommands(redis);
  const read = async (key: string): Promise<ReadResult<WatchedList>> => {
    const lastAuditId = await commands.newestEntryId(keys.auditOf(key));
    const entries = await unlessWrongType<WatchedList['entries']>(
      part === 'set' ? readFeatures(redis, key) : readTimedFeatures(redis, key),
    );
    if (entries === undefined)
      return { state: 'wrong type', expected: part === 'set' ? 'a set' : 'a sorted set' };
    return entries.size === 0 ? ABSENT : { state: 'present', value: { entries, lastAuditId } };
  };
  return {
    name: part === 'set' ? 'blocklists' : 'timed blocklists',
    prefixes: [part === 'set' ? keys.blocklists : keys.timedBlocklists],
    read: async (batch) => await Promise.all(batch.map(read)),
  };
}

/** Returns the state of a feature in one part of a list, as an argument of the scripts. */
export function partOf(part: ListPart, { entries }: WatchedList, feature: string): string {
  if (part === 'set') return entries.has(feature) ? '1' : '0';
  return String((entries as Partial<ReadonlyMap<string, number>>).get?.(feature) ?? '');
}

/** Entries that are compared before the event loop runs other tasks. */
const SLICE_SIZE = 20_000;

/** Returns the features that differ between two versions. It stops after one more than `max`. */
export async function findDifferences(
  part: ListPart,
  before: WatchedList,
  after: WatchedList,
  max: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  let compared = 0;
  for (const list of [after, before])
    for (const feature of list.entries.keys()) {
      compared += 1;
      if (compared % SLICE_SIZE === 0) await setImmediate();
      const isCompared = list === before && after.entries.has(feature);
      if (isCompared || partOf(part, before, feature) === partOf(part, after, feature)) continue;
      found.push(feature);
      if (found.length > max) return found;
    }
  return found;
}
