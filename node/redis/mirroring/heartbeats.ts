import type { Collection } from '../../../shared/redis/mirror/collection.ts';
import { EXPIRY_MS, STOPPED_EXPIRY_MS } from '../../../shared/redis/programs/heartbeat.ts';
import { parseProgramRecord, PROGRAM_KINDS } from '../../../shared/redis/programs/program-record.ts';
import type { ProgramRecord } from '../../../shared/redis/programs/program-record.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../commands/ioredis-commands.ts';
import type { RedisClient } from '../connecting/redis-client.ts';

/** The record of a running program, with its identifier: the end of its key. */
export interface RunningProgram extends ProgramRecord {
  readonly id: string;
}

/** A program writes fewer; a newer one may write more. */
const MAX_FIELDS = 200;
/** The memory of the largest heartbeat, in bytes. Our programs write at most half of it. */
const MAX_BYTES = 131_072;
/** Programs of one kind that are read. A user that may write those of one kind cannot hide the others. */
export const MAX_PROGRAMS = 300;

/** Creates the {@link Collection} of heartbeats. Invalid values are rejected. */
export function heartbeatCollection(
  commands: Pick<IoredisCommands, 'readHash'>,
  keys: RedisKeys,
): Collection<ProgramRecord> {
  return {
    name: 'heartbeats',
    prefixes: PROGRAM_KINDS.map((kind) => keys.programOf(kind, '')),
    maxPerPrefix: MAX_PROGRAMS,
    read: async (key) => {
      const kind = keys.kindOfProgram(key);
      if (kind === undefined) return { state: 'rejected', reason: 'It is not the key of a program.' };
      const hash = await commands.readHash(key, MAX_FIELDS, MAX_BYTES);
      if (hash.state !== 'present') return hash;
      const value = parseProgramRecord(kind, hash.value);
      if (value === undefined) return { state: 'rejected', reason: 'It is not a heartbeat.' };
      return {
        state: 'present',
        value,
        remainingMs: value.stoppedAt === undefined ? EXPIRY_MS : STOPPED_EXPIRY_MS,
      };
    },
    isSame: (a, b) => a.seenAt === b.seenAt && a.stoppedAt === b.stoppedAt,
  };
}

/**
 * Reads the heartbeats of the running programs once, ordered by kind and name: of each kind at most
 * {@link MAX_PROGRAMS}, also counting those that were stopped.
 * @throws {RedisError}
 */
export async function readPrograms(redis: RedisClient, keys: RedisKeys): Promise<readonly RunningProgram[]> {
  const commands = new IoredisCommands(redis);
  const heartbeats = heartbeatCollection(commands, keys);
  const found = (await commands.keysStartingWith(heartbeats.prefixes)).toSorted();
  const read = heartbeats.prefixes.flatMap((prefix) =>
    found.filter((key) => key.startsWith(prefix)).slice(0, MAX_PROGRAMS),
  );
  const results = await Promise.all(
    read.map(async (key) => [key, await heartbeats.read(key, undefined)] as const),
  );
  const programs = results.flatMap(([key, result]) =>
    result.state === 'present' && result.value.stoppedAt === undefined
      ? [{ ...result.value, id: key.slice(keys.programs.length) }]
      : [],
  );
  const order = ({ kind, name, id }: RunningProgram): string => `${kind} ${name} ${id}`;
  return programs.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}
