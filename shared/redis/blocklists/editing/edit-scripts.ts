import type { RedisScript } from '../../redis-commands.ts';

/** Defines `now`, the time in milliseconds by Redis's clock, and `text`, which formats it. */
export const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(milliseconds) return string.format('%.0f', milliseconds) end
`;

/**
 * Appends an entry (alternating fields and values) to an audit stream, which keeps the ARGV[1] newest entries
 * that are not older than ARGV[2] milliseconds, and expires with the last of them. Scripts call it before
 * they write the change: if the key has another type, it fails and nothing is written.
 */
export const RECORD = `${NOW}
local function record(stream, entry)
  local id = redis.call('XADD', stream, 'MAXLEN', ARGV[1], '*', unpack(entry))
  redis.call('XTRIM', stream, 'MINID', text(math.max(0, now - ARGV[2])))
  redis.call('PEXPIRE', stream, ARGV[2])
  return id
end
`;

/**
 * Converts the score of a timed block to its end; an empty text if there is no block or it has ended. Times
 * beyond JavaScript's dates become the last of these dates.
 */
export const END_OF_SCORE = `
local function endOfScore(score)
  local moment = score and tonumber(score)
  if not moment or moment <= now then return '' end
  return text(math.min(math.ceil(moment), 8640000000000000))
end
`;

/** Defines `untilOf(feature)`: the end of its timed block in KEYS[1]; empty if there is none. */
export const UNTIL = `${END_OF_SCORE}
local function untilOf(feature)
  local score = redis.pcall('ZSCORE', KEYS[1], feature)
  if type(score) == 'table' then return score end
  return endOfScore(score)
end
`;

/** KEYS[1] the set of a list; ARGV[1] the feature. Returns { whether it is a member, Redis's time }. */
export const READ_SET: RedisScript = {
  source: `${NOW}
local member = redis.pcall('SISMEMBER', KEYS[1], ARGV[1])
if type(member) == 'table' then return member end
return { member, text(now) }
`,
};

/** KEYS[1] the timed set of a list; ARGV[1] the feature. Returns { the end of its block, Redis's time }. */
export const READ_TIMED_SET: RedisScript = {
  source: `${NOW}${UNTIL}
local moment = untilOf(ARGV[1])
if type(moment) == 'table' then return moment end
return { moment, text(now) }
`,
};

/**
 * Returns the newest entries of a stream that match a filter. Scans a limited number of entries, so that
 * Redis can serve other clients in between. 400 characters of a recorded difference count as one entry.
 *
 * KEYS[1] the stream; ARGV[1] the start, as an argument of XREVRANGE; ARGV[2] the number of wanted entries;
 * ARGV[3] the maximum number of entries to scan; ARGV[4] 'whole', or 'brief' to empty the fields that may be
 * long; ARGV[5…] the filter: field, value, and a text that also matches if the difference of a change of many
 * features contains it, empty for none. Returns { the start of the next call, empty at the end; then for each
 * entry its id, the number of its texts, and these texts }.
 */
export const READ_AUDIT: RedisScript = {
  source: `
local from, wanted, budget = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local reply = { '' }
while wanted > 0 do
  local entries = redis.call('XREVRANGE', KEYS[1], from, '-', 'COUNT', 20)
  for _, entry in ipairs(entries) do
    local fields, matches = {}, true
    for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
    for i = 5, #ARGV, 3 do
      local inBulk = ARGV[i + 2] ~= '' and string.find(fields.difference or '', ARGV[i + 2], 1, true)
      matches = matches and (fields[ARGV[i]] == ARGV[i + 1] or inBulk)
    end
    from = '(' .. entry[1]
    budget = budget - 1 - (#(fields.difference or '') + #(fields.step or '')) / 400
    if matches then
      reply[#reply + 1] = entry[1]
      reply[#reply + 1] = tostring(#entry[2])
      for i, text in ipairs(entry[2]) do
        local name = i % 2 == 0 and entry[2][i - 1]
        local isLong = ARGV[4] == 'brief' and (name == 'difference' or name == 'step')
        reply[#reply + 1] = isLong and '' or text
      end
      wanted = wanted - 1
      if wanted == 0 then break end
    end
  end
  if #entries == 0 then return reply end
  if budget <= 0 then break end
end
reply[1] = from
return reply
`,
};
