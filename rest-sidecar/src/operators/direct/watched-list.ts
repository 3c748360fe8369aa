import { setImmediate } from 'node:timers/promises';
import { ABSENT } from '../../../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../../../shared/redis/mirror/mirror-kind.ts';
import { isWrongType } from '../../../../shared/redis/redis-error.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../redis/ioredis-commands.ts';
import { readFeatures, readTimedFeatures } from '../../redis/read-features.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { readSizes } from '../console/read-lists.ts';

/** The two keys of a list. */
export type ListPart = 'set' | 'until';

/** A set of features, or a timed set with the times, as it was read. */
export interface WatchedList {
  readonly entries: ReadonlySet<string> | ReadonlyMap<string, number>;
  /** The newest entry of the audit stream before that, `0-0` where there was none. */
  readonly recordedUntil: string;
}

export const NEVER_READ: WatchedList = { entries: new Set(), recordedUntil: '0-0' };

/** Lists with what had been recorded when they were read, as a {@link MirrorKind}. */
export function watchedListKind(
  part: ListPart,
  redis: RedisClient,
  keys: RedisKeys,
): MirrorKind<WatchedList> {
  const commands = new IoredisCommands(redis);
  const read = async (key: string): Promise<ReadResult<WatchedList>> => {
    const recordedUntil = await newestId(commands, keys.auditOf(key));
    try {
      const entries = await (part === 'set' ? readFeatures(redis, key) : readTimedFeatures(redis, key));
      return entries.size === 0 ? ABSENT : { state: 'present', value: { entries, recordedUntil } };
    } catch (cause) {
      if (isWrongType(cause)) return { state: 'wrong type', expected: 'a list' };
      throw cause;
    }
  };
  return {
    name: part === 'set' ? 'blocklists' : 'timed blocklists',
    prefixes: [part === 'set' ? keys.blocklists : keys.blocklistsUntil],
    read: async (some) => await Promise.all(some.map(read)),
    size: {
      of: ({ entries }) => entries.size,
      read: async (some) => await readSizes(redis, part === 'set' ? 'scard' : 'zcard', some),
    },
  };
}

async function newestId(commands: IoredisCommands, stream: string): Promise<string> {
  try {
    const [newest] = await commands.newestEntries(stream, 1);
    return newest?.id ?? '0-0';
  } catch (cause) {
    if (isWrongType(cause)) return '0-0';
    throw cause;
  }
}

/** How a feature stands in one part of a list, as the scripts take it. */
export function partOf(part: ListPart, { entries }: WatchedList, feature: string): string {
  if (part === 'set') return entries.has(feature) ? '1' : '0';
  return String((entries as Partial<ReadonlyMap<string, number>>).get?.(feature) ?? '');
}

/** Entries that are compared before other work gets its turn. */
const PIECE = 20_000;

/** @returns the features that differ, at most one more than `most` */
export async function findDifferences(
  part: ListPart,
  before: WatchedList,
  after: WatchedList,
  most: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  let compared = 0;
  for (const list of [after, before])
    for (const feature of list.entries.keys()) {
      compared += 1;
      if (compared % PIECE === 0) await setImmediate();
      const isSeenBefore = list === before && after.entries.has(feature);
      if (isSeenBefore || partOf(part, before, feature) === partOf(part, after, feature)) continue;
      found.push(feature);
      if (found.length > most) return found;
    }
  return found;
}
