import { MAX_RECORDED_NAMES } from '../../../feature-control/blocklist-editor.ts';
import type { ChangeAuthor, EditResult } from '../../../feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import { MAX_CHARACTERS } from '../../../feature-control/edit-problems.ts';
import { formatState, FREE, parseState } from '../../../feature-control/entry-state.ts';
import type { EntryState } from '../../../feature-control/entry-state.ts';
import { formatDifference } from '../../../feature-control/list-difference.ts';
import type { FeatureChange, ListDifference } from '../../../feature-control/list-difference.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { changeIdOf } from '../history/audit-entry.ts';
import { listScript } from '../list-script.ts';

/** The wanted state of a feature. */
interface WantedEntry {
  readonly feature: string;
  /** Nothing is changed if the feature is in another state; undefined for any. */
  readonly expected: EntryState | undefined;
  readonly wanted: EntryState;
}

/** A change of one list. Timed blocks of the states that have ended are ignored. */
interface ListEdit {
  readonly list: BlocklistName;
  /** One or more, as many as {@link piecesOf} puts into one piece. */
  readonly entries: readonly WantedEntry[];
  readonly author: ChangeAuthor;
  /** The id of the change that this one reverts. */
  readonly undoes?: string | undefined;
  /** The expected id of the newest record of the list: `0-0` for none, undefined for any. */
  readonly newestId?: string | undefined;
  /** Whether it is recorded as a change of many features, also if it is one of one feature. */
  readonly isBulk: boolean;
  /** Whether it is refused if a wanted timed block has ended. */
  readonly refusesEnded: boolean;
}

const ENDED = {
  outcome: 'invalid',
  field: 'until',
  problem: 'The time is in the past, by the clock of Redis.',
} as const;

/**
 * Changes features of a list, and records the change. Everything that can fail, such as a key of another type
 * or a missing right, is checked before the first write (Redis before version 7 cannot check rights). The
 * record is the last write. If Redis's memory is full, it refuses the first write.
 *
 * Timed blocks are removed if they ended a day before both now and the newest record: a clock of Redis that
 * jumps ahead during one edit removes none that is needed.
 */
const EDIT_LIST = listScript(`
local edit = cjson.decode(ARGV[1])
local newest = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)[1]
local features, changes = {}, {}
for i, entry in ipairs(edit.entries) do features[i] = entry[1] end
local states = statesOf(features)
if edit.newestId and edit.newestId ~= (newest and newest[1] or '0-0') then
  return { 'conflict', states[1], features[1] }
end
for i, entry in ipairs(edit.entries) do
  local expected, before, after = entry[2], states[i], stateNow(entry[3])
  if expected and stateNow(expected) ~= before then return { 'conflict', before, features[i] } end
  if edit.refusesEnded and after ~= entry[3] then return { 'ended' } end
  if before ~= after then changes[#changes + 1] = { features[i], before, after } end
end
if #changes == 0 then return { 'unchanged', states[1] } end

local add, addTimed, remove, removeTimed, growth = {}, {}, {}, {}, 0
for _, change in ipairs(changes) do
  local feature, before, after = change[1], change[2], change[3]
  local was, is = isPermanent(before), isPermanent(after)
  local previousEnd, nextEnd = untilOf(before), untilOf(after)
  if is and not was then add[#add + 1] = feature end
  if was and not is then remove[#remove + 1] = feature end
  if nextEnd ~= '' and nextEnd ~= previousEnd then
    addTimed[#addTimed + 1] = nextEnd
    addTimed[#addTimed + 1] = feature
  end
  if nextEnd == '' and previousEnd ~= '' then removeTimed[#removeTimed + 1] = feature end
  if nextEnd ~= '' and previousEnd == '' then growth = growth + 1 end
end
growth = growth + #add - #remove - #removeTimed

local function append(list, more)
  for _, one in ipairs(more) do list[#list + 1] = one end
end

local record = edit.fields
if edit.isBulk then
  local names, size = {}, sizeNow()
  for i = 1, math.min(#changes, ${MAX_RECORDED_NAMES}) do names[i] = changes[i][1] end
  append(record, { 'feature', '', 'sizes', size .. ' ' .. size + growth })
  append(record, { 'names', cjson.encode(names), 'difference', cjson.encode(changes) })
else
  append(record, { 'feature', changes[1][1], 'before', changes[1][2], 'after', changes[1][3] })
end

local seen = newest and math.min(now, tonumber(string.match(newest[1], '^%d+'))) or 0
local ended = { '-inf', text(seen - 86400000) }
local writes = {}
local function write(command, key, args)
  if #args > 0 then writes[#writes + 1] = { command, key, unpack(args) } end
end
write('SADD', KEYS[1], add)
write('ZADD', KEYS[2], addTimed)
write('SREM', KEYS[1], remove)
write('ZREM', KEYS[2], removeTimed)
write('ZREMRANGEBYSCORE', KEYS[2], ended)
write('XADD', KEYS[3], { 'MAXLEN', edit.maxRecords, '*', unpack(record) })
for _, each in ipairs(writes) do
  if redis.acl_check_cmd and not redis.acl_check_cmd(unpack(each)) then
    return redis.error_reply('-NOPERM this user has no permissions to run the ' .. each[1] .. ' command')
  end
end
local id
for _, each in ipairs(writes) do id = redis.call(unpack(each)) end
return { 'changed', id, changes[1][2], changes[1][3], #changes }
`);

/**
 * Limits of the changes that one script makes, which takes some 5 ms of Redis's time: features, and
 * characters of their JSON.
 */
const MAX_CHANGES = { features: 1000, characters: 65_536 };

/** Splits a difference into pieces that are small enough for one script each. */
export function piecesOf(difference: ListDifference): ListDifference[] {
  const pieces: FeatureChange[][] = [];
  let characters = Infinity;
  for (const change of difference) {
    const length = formatDifference([change]).length;
    characters += length;
    let piece = pieces.at(-1);
    if (piece === undefined || piece.length >= MAX_CHANGES.features || characters > MAX_CHANGES.characters) {
      piece = [];
      pieces.push(piece);
      characters = length;
    }
    piece.push(change);
  }
  return pieces;
}

export interface EditDependencies {
  readonly commands: Pick<RedisCommands, 'evaluate'>;
  readonly keys: RedisKeys;
  /** Maximum number of records in the history of a list, 1 or more. */
  readonly maxRecords: number;
}

/** Changes a list in one atomic step. @throws {RedisError} */
export async function editList(dependencies: EditDependencies, edit: ListEdit): Promise<EditResult> {
  const { commands, keys, maxRecords } = dependencies;
  const { author, entries, isBulk, list, newestId, refusesEnded, undoes } = edit;
  const stream = keys.auditKey(list);
  const argument = JSON.stringify({
    entries: entries.map(({ feature, expected, wanted }) => [
      feature,
      expected !== undefined && formatState(expected),
      formatState(wanted),
    ]),
    fields: fieldsOf({ ...author, list: formatBlocklistName(list), undoes }),
    newestId,
    isBulk,
    refusesEnded,
    maxRecords,
  });
  const reply = await commands.evaluate(
    EDIT_LIST,
    [keys.blocklistKey(list), keys.timedBlocklistKey(list), stream],
    [argument],
  );
  const [outcome, text = '', before = '', after = '', features] = reply;
  const stateIn = (text: string): EntryState => parseState(text) ?? FREE;
  switch (outcome) {
    case 'changed': {
      const states = isBulk
        ? { before: FREE, after: FREE, features: Number(features) }
        : { before: stateIn(before), after: stateIn(after) };
      return { outcome, id: changeIdOf(stream, text), ...states };
    }
    case 'conflict':
      return { outcome, state: stateIn(text), ...(isBulk && { feature: before }) };
    case 'unchanged':
      return { outcome, state: isBulk ? FREE : stateIn(text) };
    default:
      return ENDED;
  }
}

/** Returns the fields of a record that do not depend on the state, as alternating names and values. */
function fieldsOf(record: ChangeAuthor & { readonly list: string; readonly undoes: string | undefined }) {
  const { actor, list, reason, source, undoes } = record;
  const fields = {
    actor: Array.from(actor.toWellFormed()).slice(0, MAX_CHARACTERS.actor).join(''),
    source,
    list,
    reason: reason === '' ? undefined : reason,
    undoes,
  };
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
}
