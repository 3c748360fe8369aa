import { MAX_EDITED_FEATURES, toChanges } from '../../../feature-control/blocklist-change.ts';
import type { FeatureChange } from '../../../feature-control/blocklist-change.ts';
import type { ChangeAuthor, EditConflict, EditResult } from '../../../feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import { MAX_CHARACTERS } from '../../../feature-control/edit-problems.ts';
import { formatState, FREE, parseState } from '../../../feature-control/entry-state.ts';
import type { ListContents } from '../../../feature-control/list-contents.ts';
import { delay } from '../../../timers.ts';
import type { Timers } from '../../../timers.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import { isSlotMigrating, RedisError } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { changeIdOf } from '../history/history-entry.ts';
import { listScript } from '../list-script.ts';

/** A change of one list. Timed blocks of the states that have ended are ignored. */
export interface ListEdit {
  readonly list: BlocklistName;
  /** The new states, of 1 to {@link MAX_EDITED_FEATURES} features. */
  readonly wanted: ListContents;
  /** An entry that is in neither this nor the wanted state is a conflict. */
  readonly expected?: ListContents | undefined;
  /** Whether a new reason of an entry in the wanted state, not in the expected one, is a conflict. */
  readonly isStrict?: boolean;
  readonly author: ChangeAuthor;
  /** The ids of the changes that this one reverts. */
  readonly undoes?: readonly string[];
}

/**
 * Changes features of a list, and records the change, or does nothing. An entry in the wanted state is
 * recorded if its reason is new: not that of its last change, which is sought in the newest 200 records, or
 * in fewer if they are long. What was never blocked has no reason, as its name may be misspelt.
 *
 * Everything that can fail, such as a key of another type or a missing right, is checked before the first
 * write (Redis before version 7 cannot check rights). The first write is one that Redis refuses if its memory
 * is full. No command follows on a key whose last element may have been removed: while its slot is being
 * moved, Redis would look for it elsewhere.
 *
 * Timed blocks are removed if they ended a day before both now and the newest record: a clock of Redis that
 * jumps ahead during one edit removes none that is needed.
 *
 * ARGV[1]: `entries`, each with `feature`, `wanted` and, if any, `expected`; `fields` of the record;
 * `undoes`, whether it is an undo, of which the wanted states may have ended; `reason`, if new ones are
 * recorded; `strict`; `maxRecords`.
 */
const EDIT_LIST = listScript(`
local edit = cjson.decode(ARGV[1])
local features = {}
for i, entry in ipairs(edit.entries) do features[i] = entry.feature end

-- The reasons of the last changes of some features; 'missing' is their number.
local function lastReasons(isSought, missing)
  local reasons, from, budget = {}, '+', 200
  while missing > 0 and budget > 0 do
    local records = redis.call('XREVRANGE', KEYS[3], from, '-', 'COUNT', 5)
    if #records == 0 then break end
    for _, record in ipairs(records) do
      local fields = {}
      for i = 1, #record[2], 2 do fields[record[2][i]] = record[2][i + 1] end
      local changes = fields.changes or ''
      local isJson, rows = pcall(cjson.decode, changes)
      for _, row in ipairs(isJson and type(rows) == 'table' and rows or {}) do
        local feature = type(row) == 'table' and row[1]
        if isSought[feature] and not reasons[feature] then
          reasons[feature] = fields.reason or ''
          missing = missing - 1
        end
      end
      from = '(' .. record[1]
      budget = budget - 1 - #changes / 2000
    end
  end
  return reasons
end

local isUnchanged, unchanged = {}, 0
for i, before in ipairs(statesOf(features)) do
  local entry = edit.entries[i]
  entry.before, entry.after = before, stateNow(entry.wanted)
  if not edit.undoes and entry.after ~= entry.wanted then return '{"outcome":"ended"}' end
  if edit.reason and before == entry.after then
    isUnchanged[entry.feature] = true
    unchanged = unchanged + 1
  end
end
local reasons = lastReasons(isUnchanged, unchanged)

local changes, conflicts = {}, {}
for _, entry in ipairs(edit.entries) do
  local feature, before, after = entry.feature, entry.before, entry.after
  local isOutdated = entry.expected and stateNow(entry.expected) ~= before
  local lastReason = reasons[feature] or before == 'free' and edit.reason
  local isRenewed = isUnchanged[feature] and lastReason ~= edit.reason
  if isOutdated and (before ~= after or (edit.strict and isRenewed)) then
    conflicts[#conflicts + 1] = { feature, before }
  end
  if before ~= after or (isRenewed and not isOutdated) then
    changes[#changes + 1] = { feature, before, after }
  end
end
if #conflicts > 0 then return cjson.encode({ outcome = 'conflict', conflicts = conflicts }) end
if #changes == 0 then return '{"outcome":"unchanged"}' end

local newest = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)[1]
local seen = newest and math.min(now, tonumber(string.match(newest[1], '^%d+'))) or 0
local ended = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', text(seen - 86400000), 'LIMIT', 0, 1000)

local add, addTimed, remove, removeTimed, isTimed = {}, {}, {}, {}, {}
for _, change in ipairs(changes) do
  local feature, before, after = change[1], change[2], change[3]
  local previousEnd, nextEnd = untilOf(before), untilOf(after)
  if isPermanent(after) and not isPermanent(before) then add[#add + 1] = feature end
  if isPermanent(before) and not isPermanent(after) then remove[#remove + 1] = feature end
  if nextEnd ~= '' and nextEnd ~= previousEnd then
    addTimed[#addTimed + 1] = nextEnd
    addTimed[#addTimed + 1] = feature
  end
  if nextEnd == '' and previousEnd ~= '' then removeTimed[#removeTimed + 1] = feature end
  isTimed[feature] = nextEnd ~= ''
end
for _, feature in ipairs(ended) do
  if not isTimed[feature] then removeTimed[#removeTimed + 1] = feature end
end

local record = edit.fields
record[#record + 1] = 'changes'
record[#record + 1] = cjson.encode(changes)
local writes = {}
local function write(command, key, args)
  if #args > 0 then writes[#writes + 1] = { command, key, unpack(args) } end
end
write('SADD', KEYS[1], add)
write('ZADD', KEYS[2], addTimed)
write('XADD', KEYS[3], { 'MAXLEN', edit.maxRecords, '*', unpack(record) })
write('ZREM', KEYS[2], removeTimed)
write('SREM', KEYS[1], remove)
for _, each in ipairs(writes) do
  if redis.acl_check_cmd and not redis.acl_check_cmd(unpack(each)) then
    return redis.error_reply('-NOPERM this user has no permissions to run the ' .. each[1] .. ' command')
  end
end
local id
for _, each in ipairs(writes) do
  local reply = redis.call(unpack(each))
  if each[1] == 'XADD' then id = reply end
end
return cjson.encode({ outcome = 'changed', id = id, changes = changes })
`);

export interface EditDependencies {
  readonly commands: Pick<RedisCommands, 'evaluate'>;
  readonly keys: RedisKeys;
  readonly timers: Timers;
  /** Maximum number of records in the history of a list, 1 or more. */
  readonly maxRecords: number;
}

/** How often, and at which interval in milliseconds, an edit is tried again while its slot is being moved. */
const MIGRATION = { maxAttempts: 50, pauseMs: 100 };

/**
 * Changes a list in one atomic step. It is not looked up who has changed the entries of a conflict.
 * @throws {RedisError}
 */
export async function editList(dependencies: EditDependencies, edit: ListEdit): Promise<EditResult> {
  const { commands, keys, maxRecords, timers } = dependencies;
  const { author, expected, isStrict, list, undoes = [], wanted } = edit;
  const stream = keys.historyKey(list);
  const entries = [...wanted].map(([feature, state]) => {
    const expectedState = expected?.get(feature);
    return { feature, wanted: formatState(state), expected: expectedState && formatState(expectedState) };
  });
  const isUndo = undoes.length > 0;
  const argument = JSON.stringify({
    entries,
    fields: fieldsOf(list, author, undoes),
    undoes: isUndo,
    reason: isUndo || author.reason === '' ? undefined : author.reason,
    strict: isStrict,
    maxRecords,
  });
  const scriptKeys = [keys.blocklistKey(list), keys.timedBlocklistKey(list), stream];
  for (let attempt = 1; ; attempt += 1)
    try {
      return parseReply(stream, await commands.evaluate(EDIT_LIST, scriptKeys, [argument]));
    } catch (cause) {
      if (!isSlotMigrating(cause)) throw cause;
      if (attempt === MIGRATION.maxAttempts)
        throw new RedisError(
          'error-reply',
          'TRYAGAIN: This list is being moved to another server of the cluster. Try again when that is complete.',
          { cause },
        );
      await delay(MIGRATION.pauseMs, timers);
    }
}

/** Returns the fields of a record that do not depend on the state, as alternating names and values. */
function fieldsOf(
  list: BlocklistName,
  { actor, batch, reason, source }: ChangeAuthor,
  undoes: readonly string[],
): readonly string[] {
  const fields = {
    actor: Array.from(actor.toWellFormed()).slice(0, MAX_CHARACTERS.actor).join(''),
    source,
    list: formatBlocklistName(list),
    reason: reason === '' ? undefined : reason,
    undoes: undoes.length === 0 ? undefined : undoes.join(' '),
    batch,
  };
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
}

interface ScriptReply {
  readonly outcome: 'changed' | 'unchanged' | 'conflict' | 'ended';
  readonly id?: string;
  readonly changes?: unknown;
  readonly conflicts?: readonly (readonly [feature: string, state: string])[];
}

function parseReply(stream: string, reply: unknown): EditResult {
  const { outcome, id = '', changes, conflicts = [] } = reply as ScriptReply;
  switch (outcome) {
    case 'changed':
      return { outcome, id: changeIdOf(stream, id), changes: toChanges(changes) ?? [] };
    case 'unchanged':
      return { outcome };
    case 'conflict': {
      const toConflict = ([feature, text]: readonly [feature: string, state: string]): EditConflict => ({
        feature,
        state: parseState(text) ?? FREE,
        lastChange: undefined,
      });
      return { outcome, conflicts: conflicts.map(toConflict) };
    }
    case 'ended':
      return {
        outcome: 'invalid',
        field: 'until',
        problem: 'The time is in the past, by the clock of Redis.',
      };
  }
}

/**
 * Limits of the changes that one script makes, which takes some 5 ms of Redis's time: features, and the
 * characters of their names.
 */
const MAX_PIECE = { features: MAX_EDITED_FEATURES, characters: 65_536 };

/** Splits changes into pieces that are small enough for one edit each. */
export function piecesOf(changes: readonly FeatureChange[]): FeatureChange[][] {
  const pieces: FeatureChange[][] = [];
  let characters = Infinity;
  for (const change of changes) {
    characters += change.feature.length;
    let piece = pieces.at(-1);
    if (piece === undefined || piece.length >= MAX_PIECE.features || characters > MAX_PIECE.characters) {
      piece = [];
      pieces.push(piece);
      characters = change.feature.length;
    }
    piece.push(change);
  }
  return pieces;
}
