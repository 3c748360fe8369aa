import { formatState } from '../../shared/feature-control/entry-state.ts';
import { readList } from '../../shared/redis/blocklists/reading/read-list.ts';
import type { ProcessCommands } from '../../shared/redis/loss/serving-processes.ts';
import type { RedisCommands, SetNxPxReply } from '../../shared/redis/redis-commands.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';

/** The contents of a list, in a form that two programs can exchange. */
export interface ListReading {
  /** The entries as in the history, such as `fly blocked,until:1767225600000`, sorted. */
  readonly entries: readonly string[];
  /** Keys of another type. */
  readonly wrongTypes: readonly string[];
}

/** Reads the list of a client. @param prefix of all keys */
export async function readListing(
  commands: Pick<RedisCommands, 'evaluate'>,
  prefix: string,
  client: string,
): Promise<ListReading> {
  const keys = new RedisKeys(prefix);
  const { contents, wrongTypes } = await readList(commands, keys, keys.blocklistOf(client));
  const entries = [...contents].map(([feature, state]) => `${feature} ${formatState(state)}`).sort();
  return { entries, wrongTypes: [...wrongTypes.keys()] };
}

/** The processes that serve Redis's keys. */
export interface ProcessReading {
  readonly ids: readonly string[];
  /** For each queried key, in their order, the process that serves it. */
  readonly serving: readonly string[];
}

/** Returns all processes, and the one that serves each key. */
export async function readProcesses(
  commands: ProcessCommands,
  keys: readonly string[],
): Promise<ProcessReading> {
  const processes = await commands.processes();
  return { ids: processes.ids, serving: keys.map((key) => processes.of(key)) };
}

/** Calls `setNxPx` for each key, all in the same tick. Rejects with the first failure. */
export function setEach(
  commands: Pick<RedisCommands, 'setNxPx'>,
  keys: readonly string[],
  value: string,
  ttlMs: number,
): Promise<readonly SetNxPxReply[]> {
  return Promise.all(keys.map((key) => commands.setNxPx(key, value, ttlMs)));
}
