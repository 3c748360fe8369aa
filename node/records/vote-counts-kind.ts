import { ABSENT } from '../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../shared/redis/mirror/mirror-kind.ts';
import { parseVoteCounts } from '../../shared/rest/vote-counts.ts';
import type { VoteCounts } from '../../shared/rest/vote-counts.ts';
import type { IoredisCommands } from '../redis/ioredis-commands.ts';

/** Creates the {@link MirrorKind} of vote counts: one hash per voting. Invalid counts are left out (G30). */
export function voteCountsKind(
  prefix: string,
  commands: Pick<IoredisCommands, 'hgetall'>,
): MirrorKind<VoteCounts> {
  return {
    name: 'vote counts',
    prefixes: [prefix],
    read: async (keys) => await Promise.all(keys.map(async (key) => toResult(await commands.hgetall(key)))),
    isSame: ({ votes }, other) =>
      votes.size === other.votes.size && [...votes].every(([id, count]) => other.votes.get(id) === count),
  };
}

/** @param fields undefined if the key has another type */
function toResult(fields: ReadonlyMap<string, string> | undefined): ReadResult<VoteCounts> {
  if (fields === undefined) return { state: 'wrong type', expected: 'a hash' };
  if (fields.size === 0) return ABSENT;
  const value = parseVoteCounts(fields);
  const rejectedParts = value.invalid.map((name) => ({ name, reason: 'It is not a count.' }));
  return { state: 'present', value, rejectedParts };
}
