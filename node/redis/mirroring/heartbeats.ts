import { ABSENT } from '../../../shared/redis/mirror/collection.ts';
import type { Collection } from '../../../shared/redis/mirror/collection.ts';
import { EXPIRY_MS } from '../../../shared/redis/programs/heartbeat.ts';
import { parseProgramRecord } from '../../../shared/redis/programs/program-record.ts';
import type { ProgramRecord } from '../../../shared/redis/programs/program-record.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { IoredisCommands, MAX_STRING_BYTES } from '../commands/ioredis-commands.ts';
import type { RedisClient } from '../connecting/redis-client.ts';

/** The record of a running program, with its identifier. */
export interface RunningProgram extends ProgramRecord {
  readonly id: string;
}

/** A program writes fewer; a newer one may write more. */
const MAX_FIELDS = 200;

/** Creates the {@link Collection} of heartbeats. Invalid values are rejected. */
export function heartbeatCollection(
  commands: Pick<IoredisCommands, 'hgetall' | 'hlen' | 'memoryUsage'>,
  keys: RedisKeys,
): Collection<ProgramRecord> {
  return {
    name: 'heartbeats',
    prefixes: [keys.programs],
    read: async (key) => {
      // The size of a hash with few fields is computed quickly.
      const isLarge =
        ((await commands.hlen(key)) ?? 0) > MAX_FIELDS ||
        (await commands.memoryUsage(key)) > MAX_STRING_BYTES;
      if (isLarge) return { state: 'rejected', reason: 'It is too large.' };
      const fields = await commands.hgetall(key);
      if (fields === undefined) return { state: 'wrong type', expected: 'a hash' };
      if (fields.size === 0) return ABSENT;
      const value = parseProgramRecord(fields);
      return value === undefined
        ? { state: 'rejected', reason: 'It is not a heartbeat.' }
        : { state: 'present', value, remainingMs: EXPIRY_MS };
    },
    isSame: (a, b) => a.seenAt === b.seenAt,
  };
}

/**
 * Reads the heartbeats of all running programs once, ordered by kind and name.
 * @throws {RedisError}
 */
export async function readPrograms(redis: RedisClient, keys: RedisKeys): Promise<readonly RunningProgram[]> {
  const commands = new IoredisCommands(redis);
  const found = await commands.keysStartingWith([keys.programs]);
  const heartbeats = heartbeatCollection(commands, keys);
  const results = await Promise.all(found.map(async (key) => await heartbeats.read(key, undefined)));
  const programs = results.flatMap((result, index) =>
    result.state === 'present'
      ? [{ ...result.value, id: found[index]?.slice(keys.programs.length) ?? '' }]
      : [],
  );
  const order = ({ kind, name, id }: RunningProgram): string => `${kind} ${name} ${id}`;
  return programs.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}
