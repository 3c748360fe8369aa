import { parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { contentsAt } from '../../../shared/feature-control/list-contents.ts';
import type { ListContents, NamedList } from '../../../shared/feature-control/list-contents.ts';
import { readList } from '../../../shared/redis/blocklists/reading/read-list.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { inBatches } from '../in-batches.ts';

/**
 * Reads what a list blocks. Warns about keys of the wrong type, which are ignored.
 * @param nowMs milliseconds since the epoch by Redis's clock; entries that have ended by then are left out
 * @throws {RedisError}
 */
export async function readContents(
  { commands, err, keys }: ConnectedContext,
  list: BlocklistName,
  nowMs: number,
): Promise<ListContents> {
  const { contents, wrongTypes } = await readList(commands, keys, keys.blocklistKey(list));
  for (const key of wrongTypes.keys())
    err(`${key} has the wrong type and is ignored: see doctor, and delete or rename the key.`, 'yellow');
  return contentsAt(contents, nowMs);
}

/** Lists that are read concurrently. */
const BATCH_SIZE = 50;

/**
 * Reads all lists that are not empty, in the order of {@link namesOfLists}. Warns about each rejected key.
 * @throws {RedisError}
 */
export async function readAllLists(connected: ConnectedContext): Promise<readonly NamedList[]> {
  const nowMs = await connected.redisNow();
  const names = await namesOfLists(connected);
  const lists = await inBatches(names, BATCH_SIZE, async (list): Promise<NamedList> => [
    list,
    await readContents(connected, list, nowMs),
  ]);
  return lists.filter(([, contents]) => contents.size > 0);
}

/** Returns the names of all lists that have keys: global, then clients, then servers, each sorted. */
export async function namesOfLists({ commands, keys }: ConnectedContext): Promise<readonly BlocklistName[]> {
  const found = await commands.keysStartingWith([keys.blocklists, keys.timedBlocklists]);
  const lists = found
    .map((key) => (key.startsWith(keys.timedBlocklists) ? keys.blocklistOfTimed(key) : key))
    .filter((key) => key.startsWith(keys.blocklists));
  const names = new Set(lists.map((key) => key.slice(keys.blocklists.length)).sort());
  const ordered = names.delete('global') ? ['global', ...names] : [...names];
  return ordered.flatMap((name) => parseBlocklistName(name) ?? []);
}
