import type { RedisScript } from '../redis-commands.ts';

/**
 * Puts names into a sorted set, and leaves the highest of it. A name that is there already gets the score ARGV[1], unless it has a higher one; a new one gets ARGV[2].
 *
 * KEYS[1] the sorted set; ARGV[3] how many names stay; ARGV[4] and on the names. Answers { how many names there are }.
 */
export const RANK_NAMES: RedisScript = {
  source: `
for i = 4, #ARGV do
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) then
    redis.call('ZADD', KEYS[1], 'GT', ARGV[1], ARGV[i])
  else
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[i])
  end
end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[3]))
return { redis.call('ZCARD', KEYS[1]) }
`,
};
