import type { RedisScript } from '../redis-commands.ts';
import { NOW } from './edit-scripts.ts';

/** KEYS[1] the set of a list. Answers { how many features it has }. */
export const SIZE_OF_SET: RedisScript = { source: `return { redis.call('SCARD', KEYS[1]) }` };

/**
 * KEYS[1] the timed set of a list, from which what is over is removed. Answers { how many features it has,
 * Redis's time }.
 */
export const SIZE_OF_UNTIL: RedisScript = {
  source: `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now))
return { redis.call('ZCARD', KEYS[1]), text(now) }
`,
};

/**
 * Changes many features of one or both keys of a list, where each is as expected, and records that.
 *
 * KEYS: of each part its key and its audit stream. ARGV[1] entries that stay in a stream, ARGV[2]
 * milliseconds that they stay; ARGV[3] the changes as JSON: feature, state before and state after of each, or
 * nothing where they are too many to look at each; ARGV[4] how many texts the fields of the entry are, and
 * these; then of each part `set` or `until`, how many features it is to have (empty for any number), how many
 * texts its further fields are, and these; and then, only without ARGV[3], what is to be removed and added,
 * as two arrays in JSON with what the commands take, and by how many features that makes the part larger.
 * Answers { 'differs', the first feature that is not as expected, empty for the number of features }, or
 * { 'done', the id of the entry in the first stream }.
 *
 * Whatever may fail comes before the first write: a key or a stream that holds something else. What is over
 * in a timed set is removed first, as with every edit.
 */
export const EDIT_MANY: RedisScript = {
  source: `${NOW}
local isLarge = ARGV[3] == ''
local changes = isLarge and {} or cjson.decode(ARGV[3])
local function isBlocked(state) return string.sub(state, 1, 7) == 'blocked' and 1 or 0 end
local function timeOf(moment)
  if not moment or tonumber(moment) <= now then return '' end
  return text(math.min(math.ceil(tonumber(moment)), 8640000000000000))
end
local function untilOf(state) return timeOf(string.match(state, 'until:(%d+)')) end

local fields, at, parts = {}, 5, {}
local function take(into)
  local last = at - 1 + ARGV[at - 1]
  for i = at, last do into[#into + 1] = ARGV[i] end
  at = last + 1
end
take(fields)
for k = 1, #KEYS, 2 do
  local part = { key = KEYS[k], stream = KEYS[k + 1], isSet = ARGV[at] == 'set', size = ARGV[at + 1] }
  part.fields = {}
  at = at + 3
  take(part.fields)
  part.add, part.remove, part.growth = {}, {}, 0
  if isLarge then
    part.remove, part.add = cjson.decode(ARGV[at]), cjson.decode(ARGV[at + 1])
    part.growth = tonumber(ARGV[at + 2])
    at = at + 3
  end
  redis.call('XREVRANGE', part.stream, '+', '-', 'COUNT', 1)
  part.before = redis.call(part.isSet and 'SCARD' or 'ZCARD', part.key)
  parts[#parts + 1] = part
end

for _, part in ipairs(parts) do
  if not part.isSet then
    redis.call('ZREMRANGEBYSCORE', part.key, '-inf', text(now))
    part.before = redis.call('ZCARD', part.key)
  end
  if part.size ~= '' and tonumber(part.size) ~= part.before then return { 'differs', '' } end
  part.after = part.before + part.growth
  for _, change in ipairs(changes) do
    local feature, wanted = change[1], nil
    if part.isSet then
      local before = redis.call('SISMEMBER', part.key, feature)
      if before ~= isBlocked(change[2]) then return { 'differs', feature } end
      wanted = isBlocked(change[3])
      if before ~= wanted then
        local list = wanted == 1 and part.add or part.remove
        list[#list + 1] = feature
        part.after = part.after + wanted - before
      end
    else
      local before = timeOf(redis.call('ZSCORE', part.key, feature))
      if before ~= untilOf(change[2]) then return { 'differs', feature } end
      wanted = untilOf(change[3])
      if wanted ~= before and wanted == '' then
        part.remove[#part.remove + 1] = feature
        part.after = part.after - 1
      elseif wanted ~= before then
        part.add[#part.add + 1] = wanted
        part.add[#part.add + 1] = feature
        if before == '' then part.after = part.after + 1 end
      end
    end
  end
end

local function extend(list, more)
  for _, one in ipairs(more) do list[#list + 1] = one end
  return list
end
local first
for index, part in ipairs(parts) do
  local entry = extend({ 'sizes', part.before .. ' ' .. part.after }, part.fields)
  if index == 1 then extend(entry, fields) end
  local id = redis.call('XADD', part.stream, 'MAXLEN', ARGV[1], '*', unpack(entry))
  redis.call('XTRIM', part.stream, 'MINID', text(math.max(0, now - ARGV[2])))
  redis.call('PEXPIRE', part.stream, ARGV[2])
  first = first or id
end
local function run(command, key, list)
  for start = 1, #list, 4000 do
    redis.call(command, key, unpack(list, start, math.min(start + 3999, #list)))
  end
end
for _, part in ipairs(parts) do
  run(part.isSet and 'SREM' or 'ZREM', part.key, part.remove)
  run(part.isSet and 'SADD' or 'ZADD', part.key, part.add)
end
return { 'done', first }
`,
};
