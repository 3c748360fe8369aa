import { Cluster } from 'ioredis';
import type { ChangeAuthor } from '../../../../shared/feature-control/blocklist-editor.ts';
import { FREE } from '../../../../shared/feature-control/entry-state.ts';
import { toFields } from '../../../../shared/redis/blocklists/audit-entry.ts';
import type { AuditBounds } from '../../../../shared/redis/blocklists/redis-blocklist-editor.ts';
import type { RedisScript } from '../../../../shared/redis/redis-commands.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { orRedisError } from '../../redis/redis-replies.ts';
import { Failure } from '../failure.ts';
import type { WantedList } from './parse-blocklists.ts';

/** A list and its record go to Redis in one command, which holds up all others. */
const MOST_FEATURES = 500_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Replaces what one or two keys hold, each with an entry in its audit stream, which comes first: where a key
 * holds something else, the script fails, and nothing is written.
 *
 * KEYS: of each part its key and its stream; ARGV[1] entries that stay in a stream, ARGV[2] milliseconds that
 * they stay; ARGV[3] how many texts the fields of an entry are, and these; then of each part `set` or
 * `zset`, how many arguments follow, and these.
 */
const REPLACE: RedisScript = {
  source: `
local time = redis.call('TIME')
local oldest = math.max(0, time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[2])
local parts, at = {}, 4 + ARGV[3]
for k = 1, #KEYS, 2 do
  local isSet, length = ARGV[at] == 'set', tonumber(ARGV[at + 1])
  local before = redis.call(isSet and 'SCARD' or 'ZCARD', KEYS[k])
  parts[k] = { isSet = isSet, first = at + 2, last = at + 1 + length, before = before }
  at = at + 2 + length
end
for k = 1, #KEYS, 2 do
  local part = parts[k]
  local length = part.last - part.first + 1
  local sizes = part.before .. ' ' .. (part.isSet and length or length / 2)
  if part.before > 0 or length > 0 then
    redis.call('XADD', KEYS[k + 1], 'MAXLEN', ARGV[1], '*', 'sizes', sizes, unpack(ARGV, 4, 3 + ARGV[3]))
    redis.call('XTRIM', KEYS[k + 1], 'MINID', string.format('%.0f', oldest))
  end
end
for k = 1, #KEYS, 2 do
  local part = parts[k]
  redis.call('DEL', KEYS[k])
  for first = part.first, part.last, 4000 do
    local last = math.min(first + 3999, part.last)
    redis.call(part.isSet and 'SADD' or 'ZADD', KEYS[k], unpack(ARGV, first, last))
  end
end
return 1
`,
};

/** One key of a list, as it is to be. */
interface Part {
  readonly key: string;
  readonly type: 'set' | 'zset';
  readonly values: readonly (string | number)[];
}

export interface Replacing {
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  readonly bounds: AuditBounds;
  readonly author: ChangeAuthor;
}

/**
 * Makes a list what is wanted, in one step with its record. In a cluster the set and the timed set are on
 * different servers, so there it is one step each.
 * @throws {Failure} for a list that is too long
 * @throws {RedisError}
 */
export async function replaceList(wanted: WantedList, replacing: Replacing): Promise<void> {
  const { redis, keys } = replacing;
  const { list, blocked, until } = wanted;
  if (blocked.size + until.size > MOST_FEATURES) {
    throw new Failure(`a list of more than ${MOST_FEATURES} features is not imported`);
  }
  const parts: readonly Part[] = [
    { key: keys.blocklistKey(list), type: 'set', values: [...blocked] },
    {
      key: keys.blocklistUntilKey(list),
      type: 'zset',
      values: [...until].flatMap(([feature, untilMs]) => [untilMs, feature]),
    },
  ];
  const steps = redis instanceof Cluster ? parts.map((part) => [part]) : [parts];
  for (const step of steps) await replaceParts(step, wanted, replacing);
}

async function replaceParts(
  parts: readonly Part[],
  { list }: WantedList,
  { redis, keys, bounds, author }: Replacing,
): Promise<void> {
  const fields = toFields({ ...author, list, feature: '', before: FREE, after: FREE });
  const names = parts.flatMap(({ key }) => [key, keys.auditOf(key)]);
  const values = parts.flatMap(({ type, values: some }) => [type, some.length, ...some]);
  const settings = [bounds.entries, bounds.days * DAY_MS, fields.length];
  const args = [REPLACE.source, names.length, ...names, ...settings, ...fields, ...values];
  await orRedisError(redis.call('EVAL', args));
}
