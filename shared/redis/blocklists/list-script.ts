import type { RedisScript } from '../redis-commands.ts';

/**
 * The beginning of the scripts on a list, whose KEYS are its set, its timed set, and its history. States of a
 * feature are texts, as by `formatState`.
 */
const LIST = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(milliseconds) return string.format('%.0f', milliseconds) end

local function isPermanent(state) return string.sub(state, 1, 7) == 'blocked' end
-- The end of the timed block, empty if there is none.
local function untilOf(state) return string.match(state, 'until:(%d+)') or '' end

-- A state of which the timed block has ended is one without it. Times beyond JavaScript's dates become the
-- last of these dates.
local function format(isPermanent, untilMs)
  local moment = untilMs and tonumber(untilMs)
  if not moment or moment <= now then return isPermanent and 'blocked' or 'free' end
  return (isPermanent and 'blocked,' or '') .. 'until:' .. text(math.min(math.ceil(moment), 8640000000000000))
end
local function stateNow(state)
  local moment = string.match(state, 'until:(%d+)')
  return moment and tonumber(moment) <= now and format(isPermanent(state)) or state
end

-- The present states of at most some thousand features.
local function statesOf(features)
  local members = redis.call('SMISMEMBER', KEYS[1], unpack(features))
  local scores = redis.call('ZMSCORE', KEYS[2], unpack(features))
  local states = {}
  for i = 1, #features do states[i] = format(members[i] == 1, scores[i]) end
  return states
end
`;

/** Creates a script on a list, with the functions above. */
export function listScript(body: string): RedisScript {
  return { source: LIST + body };
}
