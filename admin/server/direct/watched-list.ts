import { setImmediate } from 'node:timers/promises';
import type { ListPart } from '../../../shared/redis/blocklists/editing/bulk-steps.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import { mastersOf } from '../../../node/redis/redis-client.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import type { StoredList } from '../list-kinds.ts';

/** A version of one part of a list. */
export type WatchedList = Pick<StoredList, 'entries' | 'lastAuditId'>;

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
