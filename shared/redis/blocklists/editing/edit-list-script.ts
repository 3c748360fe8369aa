import type { RedisScript } from '../../redis-commands.ts';
import { END_OF_SCORE, NOW, RECORD } from './edit-scripts.ts';

/** KEYS[1] the set of a list. Returns { the number of its features }. */
export const SIZE_OF_SET: RedisScript = { source: `return { redis.call('SCARD', KEYS[1]) }` };

/**
 * Removes the blocks that have ended. KEYS[1] the timed set of a list. Returns { the number of its features,
 * Redis's time }.
 */
export const SIZE_OF_TIMED_SET: RedisScript = {
  source: `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now))
return { redis.call('ZCARD', KEYS[1]), text(now) }
`,
};

/**
 * Changes features of one or both keys of a list, if each is in the expected state, and records the change.
 *
 * KEYS: for each part its key and its audit stream. ARGV[1] maximum number of entries in a stream, ARGV[2]
 * their maximum age in milliseconds; ARGV[3] the changes as JSON (feature, state before and state after of
 * each), or empty if there are too many to check each; ARGV[4] the number of texts in the entry's fields,
 * followed by these texts; then for each part: `set` or `until`, the expected number of features (empty for
 * any), the expected id of the newest entry in the stream (`0-0` for none, empty for any), the number of
 * texts in its additional fields, followed by these texts, two JSON arrays with the arguments for removing
 * and adding (a part with two empty ones is only compared), and by how many features the part grows (empty to
 * record no sizes). Returns { 'differs', the first feature that is not in the expected state, or empty if the
 * number of features or the id differs }, or { 'done', the id of the entry in the stream of the first part
 * that changes }.
 *
 * Everything that can fail, such as a key or stream of another type, happens before the first write. If
 * Redis's memory is full, it refuses the entry only if nothing was written before, so blocks that have ended
 * are removed before it only if the number of features matters.
 */
export const EDIT_LIST: RedisScript = {
  source: `${RECORD}${END_OF_SCORE}
local changes = ARGV[3] == '' and {} or cjson.decode(ARGV[3])
local function isBlocked(state) return string.sub(state, 1, 7) == 'blocked' and 1 or 0 end
local function untilOf(state) return endOfScore(string.match(state, 'until:(%d+)')) end

local fields, at, parts = {}, 5, {}
local function take(into)
  local last = at - 1 + ARGV[at - 1]
  for i = at, last do into[#into + 1] = ARGV[i] end
  at = last + 1
end
take(fields)
for k = 1, #KEYS, 2 do
  local part = { key = KEYS[k], stream = KEYS[k + 1], isSet = ARGV[at] == 'set', size = ARGV[at + 1] }
  part.entry, part.fields = ARGV[at + 2], {}
  at = at + 4
  take(part.fields)
  part.remove, part.add = cjson.decode(ARGV[at]), cjson.decode(ARGV[at + 1])
  part.growth = tonumber(ARGV[at + 2])
  at = at + 3
  part.isChanged = #part.remove + #part.add > 0
  if part.isChanged or part.entry ~= '' then
    local newest = redis.call('XREVRANGE', part.stream, '+', '-', 'COUNT', 1)[1]
    part.isEdited = part.entry ~= '' and part.entry ~= (newest and newest[1] or '0-0')
  end
  part.before = redis.call(part.isSet and 'SCARD' or 'ZCARD', part.key)
  parts[#parts + 1] = part
end

local function removeEnded(part) redis.call('ZREMRANGEBYSCORE', part.key, '-inf', text(now)) end
for _, part in ipairs(parts) do
  if not part.isSet and (part.size ~= '' or part.growth) then
    removeEnded(part)
    part.before = redis.call('ZCARD', part.key)
  end
  if part.isEdited or part.size ~= '' and tonumber(part.size) ~= part.before then return { 'differs', '' } end
  for _, change in ipairs(changes) do
    local feature, expected, found = change[1], change[2]
    if part.isSet then
      found, expected = redis.call('SISMEMBER', part.key, feature), isBlocked(expected)
    else
      found, expected = endOfScore(redis.call('ZSCORE', part.key, feature)), untilOf(expected)
    end
    if found ~= expected then return { 'differs', feature } end
  end
end

local function extend(list, more)
  for _, one in ipairs(more) do list[#list + 1] = one end
  return list
end
local first
for _, part in ipairs(parts) do
  if part.isChanged then
    local entry = {}
    if part.growth then entry = { 'sizes', part.before .. ' ' .. (part.before + part.growth) } end
    extend(entry, part.fields)
    if not first then extend(entry, fields) end
    local id = record(part.stream, entry)
    first = first or id
  end
end
local function run(command, key, list)
  for start = 1, #list, 4000 do
    redis.call(command, key, unpack(list, start, math.min(start + 3999, #list)))
  end
end
for _, part in ipairs(parts) do
  if part.isChanged and not part.isSet then removeEnded(part) end
  run(part.isSet and 'SREM' or 'ZREM', part.key, part.remove)
  run(part.isSet and 'SADD' or 'ZADD', part.key, part.add)
end
return { 'done', first }
`,
};
