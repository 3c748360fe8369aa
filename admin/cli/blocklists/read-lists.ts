import { parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { notEnded, NO_TIMED_FEATURES } from '../../../shared/feature-control/timed-features.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandStore } from '../command-store.ts';

/** A list as stored in Redis. */
export interface StoredList {
  readonly list: BlocklistName;
  /** Features of the set, in code unit order. */
  readonly blocked: readonly string[];
  /** Features of the timed set that have not ended, each with its end in milliseconds since the epoch. */
  readonly until: ReadonlyMap<string, number>;
  /** Keys of the list that have the wrong type and are ignored. */
  readonly rejectedKeys: readonly string[];
}

/**
 * Reads a list from Redis.
 * @param nowMs milliseconds since the epoch by Redis's clock; entries that have ended by then are left out
 * @throws {RedisError}
 */
export async function readList(
  { commands, keys }: CommandStore,
  list: BlocklistName,
  nowMs: number,
): Promise<StoredList> {
  const [key, timedKey] = [keys.blocklistKey(list), keys.timedBlocklistKey(list)];
  const [[blocked], [until]] = await Promise.all([commands.smembers([key]), commands.zscan([timedKey])]);
  const rejectedKeys = [...(blocked === undefined ? [key] : []), ...(until === undefined ? [timedKey] : [])];
  return {
    list,
    blocked: [...(blocked ?? [])].sort(),
    until: notEnded(until ?? NO_TIMED_FEATURES, nowMs),
    rejectedKeys,
  };
}

/** Lists that are read concurrently. */
const BATCH_SIZE = 50;

/**
 * Reads all lists that are not empty, in the order of {@link namesOfLists}. Warns about each rejected key.
 * @throws {RedisError}
 */
export async function readAllLists(
  context: CommandContext,
  store: CommandStore,
): Promise<readonly StoredList[]> {
  const nowMs = await store.now();
  const names = await namesOfLists(store);
  const read: StoredList[] = [];
  for (let start = 0; start < names.length; start += BATCH_SIZE) {
    const batch = names.slice(start, start + BATCH_SIZE);
    read.push(...(await Promise.all(batch.map((list) => readList(store, list, nowMs)))));
  }
  for (const stored of read) warnOfRejected(context, stored);
  return read;
}

/** Prints a warning for each rejected key. */
export function warnOfRejected({ err }: CommandContext, { rejectedKeys }: StoredList): void {
  for (const key of rejectedKeys)
    err(`${key} has the wrong type and is ignored: see doctor, and delete or rename the key.`, 'yellow');
}

/** Returns the names of all lists that are not empty: global, then clients, then servers, each sorted. */
export async function namesOfLists({ commands, keys }: CommandStore): Promise<readonly BlocklistName[]> {
  const found = await commands.keysStartingWith([keys.blocklists, keys.timedBlocklists]);
  const lists = found
    .map((key) => (key.startsWith(keys.timedBlocklists) ? keys.blocklistOfTimed(key) : key))
    .filter((key) => key.startsWith(keys.blocklists));
  const names = new Set(lists.map((key) => key.slice(keys.blocklists.length)).sort());
  const ordered = names.delete('global') ? ['global', ...names] : [...names];
  return ordered.flatMap((name) => parseBlocklistName(name) ?? []);
}
