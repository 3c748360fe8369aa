import { RECORD, UNTIL } from '../../../shared/redis/blocklists/editing/edit-scripts.ts';
import type { RedisScript } from '../../../shared/redis/redis-commands.ts';

/**
 * Number of characters that the scripts read of a stream, some 50 ms of Redis's time, during which it serves
 * no other client. An edit takes 200 of them, an import up to 130,000.
 */
const MAX_CHARACTERS = 500_000;

/**
 * The common beginning of the scripts: reads what was recorded of a list since this server last read the
 * list.
 *
 * KEYS[1] the set or the timed set, KEYS[2] its audit stream; ARGV[1] and ARGV[2] as for RECORD; ARGV[3]
 * 'set' or 'until', ARGV[4] the list, ARGV[5] the id of the newest entry when the list was read.
 *
 * `states`: the recorded state by feature. `isIncomplete`: entries since then may have been trimmed, or they
 * are too many to read.
 * `recordedSize`: the size that the list has according to its history, if a change of many features was
 * recorded only by sizes. `isRecordedSize`: whether this is its current size.
 */
const RECORDED = `${RECORD}${UNTIL}
local isSet, start = ARGV[3] == 'set', ARGV[5]
local size = redis.call(isSet and 'SCARD' or 'ZCARD', KEYS[1])
local isIncomplete = redis.call('XLEN', KEYS[2]) >= tonumber(ARGV[1])
  and #redis.call('XREVRANGE', KEYS[2], start, '-', 'COUNT', 1) == 0
local function has(state) return string.find(state, isSet and '^blocked' or 'until:') and 1 or 0 end
local states, recordedSize, budget = {}, nil, ${MAX_CHARACTERS}
local function add(entry)
  local fields = {}
  for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
  local changes, after = fields.step or fields.difference, string.match(fields.sizes or '', ' (%d+)$')
  if changes then
    local growth = 0
    for _, change in ipairs(cjson.decode(changes)) do
      states[change[1]] = change[3]
      growth = growth + has(change[3]) - has(change[2])
    end
    recordedSize = recordedSize and (tonumber(after) or recordedSize + growth)
  elseif after then
    recordedSize = tonumber(after)
  elseif fields.feature and fields.after then
    states[fields.feature] = fields.after
    recordedSize = recordedSize and recordedSize + has(fields.after) - has(fields.before or '')
  end
end
while not isIncomplete do
  local entries = redis.call('XRANGE', KEYS[2], '(' .. start, '+', 'COUNT', 50)
  if #entries == 0 then break end
  for _, entry in ipairs(entries) do
    for _, text in ipairs(entry[2]) do budget = budget - #text end
    isIncomplete = budget < 0
    if isIncomplete then break end
    add(entry)
    start = entry[1]
  end
end
local isRecordedSize = recordedSize == size
local function append(...)
  record(KEYS[2], { 'actor', '', 'source', 'direct', 'list', ARGV[4], ... })
end
`;

/**
 * Records direct writes, feature by feature. A feature is recorded if its state differs from the one that was
 * last recorded since the previous read or, without such a record, from the one that was read. So only one
 * of several servers records a write, and edits that are already recorded are skipped.
 *
 * ARGV[6] 'count' to write nothing, or 'record'; ARGV[7] and following: the features, each followed by its
 * state before: '0' or '1' for a set, a time or an empty text for a timed set. Returns { the number of
 * features changed by direct writes }.
 */
export const RECORD_DIRECT: RedisScript = {
  source: `${RECORDED}
local function current(moment) return moment ~= '' and tonumber(moment) > now and moment or '' end
local function partOf(state)
  if isSet then return string.find(state, '^blocked') and '1' or '0' end
  return current(string.match(state, 'until:(%d+)') or '')
end
local function describe(part)
  if isSet then return part == '1' and 'blocked' or 'free' end
  return part == '' and 'free' or 'until:' .. part
end
if isIncomplete or isRecordedSize then return { 0 } end
local count = 0
for i = 7, #ARGV, 2 do
  local feature = ARGV[i]
  local before = isSet and ARGV[i + 1] or current(ARGV[i + 1])
  if states[feature] then before = partOf(states[feature]) end
  local after = isSet and tostring(redis.call('SISMEMBER', KEYS[1], feature)) or untilOf(feature)
  if before ~= after then
    if ARGV[6] ~= 'count' then
      append('feature', feature, 'before', describe(before), 'after', describe(after))
    end
    count = count + 1
  end
end
return { count }
`,
};

/**
 * Records direct writes of many features in one entry. ARGV[6] the size of the list before, ARGV[7] some of
 * the names; neither is used if the features were changed in part by a recorded change of many.
 */
export const RECORD_DIRECT_SIZES: RedisScript = {
  source: `${RECORDED}
if isIncomplete or isRecordedSize then return { 0 } end
local before, names = recordedSize or ARGV[6], recordedSize and '[]' or ARGV[7]
append('feature', '', 'sizes', before .. ' ' .. size, 'names', names)
return { 1 }
`,
};
