import type { RedisScript } from '../redis-commands.ts';

/**
 * A sliding log in one string with expiry: the times, in microseconds of Redis's clock, of the permits in the window, oldest first, separated by commas.
 * Never more than `maxRequests` in any window, which milliseconds are too coarse to promise.
 *
 * KEYS[1] the permit's key; ARGV[1] maxRequests; ARGV[2] windowMs. Answers { 1 if granted else 0, milliseconds until the next permit }.
 */
export const SLIDING_WINDOW: RedisScript = {
  source: `
local maxRequests, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock, window = redis.call('TIME'), windowMs * 1000
local now = clock[1] * 1000000 + clock[2]
local taken = {}
for text in string.gmatch(redis.call('GET', KEYS[1]) or '', '%d+') do
  if tonumber(text) + window > now then taken[#taken + 1] = text end
end
if #taken >= maxRequests then
  return { 0, math.ceil((taken[#taken - maxRequests + 1] + window - now) / 1000) }
end
taken[#taken + 1] = string.format('%.0f', now)
redis.call('SET', KEYS[1], table.concat(taken, ','), 'PX', windowMs)
return { 1, 0 }
`,
};
