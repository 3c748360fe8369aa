import type { RedisScript } from './redis-commands.ts';

/**
 * A sliding log in one string with expiry: the times, in milliseconds of Redis's clock, of the permits in the window, oldest first, separated by commas.
 * Never more than `maxRequests` in any window.
 *
 * KEYS[1] the permit's key; ARGV[1] maxRequests; ARGV[2] windowMs. Answers { 1 if granted else 0, milliseconds until the next permit }.
 */
export const SLIDING_WINDOW: RedisScript = {
  source: `
local maxRequests, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local taken = {}
for text in string.gmatch(redis.call('GET', KEYS[1]) or '', '%d+') do
  local at = tonumber(text)
  if at + windowMs > now then taken[#taken + 1] = at end
end
if #taken >= maxRequests then
  return { 0, taken[#taken - maxRequests + 1] + windowMs - now }
end
taken[#taken + 1] = now
for i = 1, #taken do taken[i] = string.format('%.0f', taken[i]) end
redis.call('SET', KEYS[1], table.concat(taken, ','), 'PX', windowMs)
return { 1, 0 }
`,
};
