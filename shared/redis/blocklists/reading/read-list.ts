import { BLOCKED, toEndMs } from '../../../feature-control/entry-state.ts';
import type { EntryState } from '../../../feature-control/entry-state.ts';
import { NO_CONTENTS } from '../../../feature-control/list-contents.ts';
import type { ListContents } from '../../../feature-control/list-contents.ts';
import { pairsIn } from '../../pairs.ts';
import type { RedisCommands, RedisScript } from '../../redis-commands.ts';
import { isSlotMigrating } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';

export type ListCommands = Pick<RedisCommands, 'evaluate'>;

/** A list as read from Redis. */
export interface ReadList {
  readonly contents: ListContents;
  /** The keys of the list that have another type than the contract defines, each with the expected type. */
  readonly wrongTypes: ReadonlyMap<string, string>;
}

/**
 * KEYS: the set and the sorted set of a list, or one of them. Returns the members of each, those of the
 * sorted set alternating with their scores; false for a key of another type.
 */
const READ_LIST: RedisScript = {
  source: `
local parts = {}
for i, key in ipairs(KEYS) do
  local isTimed = ARGV[i] == 'timed'
  local reply = isTimed and redis.pcall('ZRANGE', key, 0, -1, 'WITHSCORES') or redis.pcall('SMEMBERS', key)
  if reply.err and not string.find(reply.err, 'WRONGTYPE', 1, true) then return reply end
  -- An empty table would be an empty object.
  parts[i] = reply.err and 'false' or #reply > 0 and cjson.encode(reply) or '[]'
end
return '[' .. table.concat(parts, ',') .. ']'
`,
};

/** A part of the reply. */
type Part = readonly string[] | false;

/**
 * Reads a list in one atomic step, so that a feature that is blocked at every moment is never read as free.
 * @param key of its set
 * @param known the last known contents, of which the part of a key of the wrong type is kept
 * @throws {RedisError}
 */
export async function readList(
  commands: ListCommands,
  keys: RedisKeys,
  key: string,
  known: ListContents = NO_CONTENTS,
): Promise<ReadList> {
  const timedKey = keys.timedOfBlocklist(key);
  // A list whose name has braces has no timed blocks, as its keys are not in one slot.
  const listKeys = /[{}]/.test(key) ? [key] : [key, timedKey];
  const [permanent = [], timed = []] = await readParts(commands, listKeys);
  const contents = new Map<string, EntryState>();
  if (permanent === false)
    for (const [feature, state] of known) if (state.permanent) contents.set(feature, BLOCKED);
  for (const feature of permanent || []) contents.set(feature, BLOCKED);
  const add = (feature: string, untilMs: number): void => {
    contents.set(feature, { permanent: contents.has(feature), untilMs });
  };
  if (timed === false)
    for (const [feature, { untilMs }] of known) if (untilMs !== undefined) add(feature, untilMs);
  for (const [feature, score] of pairsIn(timed || [])) add(feature, toUntilMs(score));
  const wrongTypes = new Map<string, string>();
  if (permanent === false) wrongTypes.set(key, 'a set');
  if (timed === false) wrongTypes.set(timedKey, 'a sorted set');
  return { contents, wrongTypes };
}

async function readParts(commands: ListCommands, keys: readonly string[]): Promise<readonly Part[]> {
  const read = async (from: number, to: number): Promise<readonly Part[]> =>
    (await commands.evaluate(
      READ_LIST,
      keys.slice(from, to),
      ['permanent', 'timed'].slice(from, to),
    )) as readonly Part[];
  try {
    return await read(0, keys.length);
  } catch (cause) {
    if (!isSlotMigrating(cause)) throw cause;
    return await readSeparately(async () => [...(await read(0, 1)), ...(await read(1, 2))]);
  }
}

/** Attempts to read the parts of a list separately. */
const MAX_ATTEMPTS = 5;

/**
 * Reads the keys of a list whose slot is being moved, where no script can read both: until two reads in a row
 * are equal, so that the list has not changed between its two parts.
 */
async function readSeparately(read: () => Promise<readonly Part[]>): Promise<readonly Part[]> {
  let parts = await read();
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const again = await read();
    if (JSON.stringify(again) === JSON.stringify(parts)) break;
    parts = again;
  }
  return parts;
}

/** @param score as Redis formats it, such as `inf` */
function toUntilMs(score: string): number {
  return toEndMs(Number(score.replace('inf', 'Infinity')));
}
