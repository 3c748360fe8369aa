import { ABSENT, wrongType } from '../../shared/redis/mirror/collection.ts';
import type { Collection, ReadResult } from '../../shared/redis/mirror/collection.ts';
import { parseVoteCounts } from '../../shared/rest/vote-counts.ts';
import type { VoteCounts } from '../../shared/rest/vote-counts.ts';
import type { IoredisCommands } from '../redis/commands/ioredis-commands.ts';

/** A hash with more fields than this is rejected. */
const MAX_FIELDS = 10_000;

/** Creates the {@link Collection} of vote counts: one hash per voting. Invalid counts are left out (G30). */
export function voteCountsCollection(
  prefix: string,
  commands: Pick<IoredisCommands, 'hgetall' | 'hlen'>,
): Collection<VoteCounts> {
  return {
    name: 'vote counts',
    prefixes: [prefix],
    read: async (key) => {
      const count = (await commands.hlen(key)) ?? 0;
      if (count > MAX_FIELDS)
        return { state: 'rejected', reason: `It has ${count} fields; at most ${MAX_FIELDS} are read.` };
      return toResult(await commands.hgetall(key));
    },
    isSame: ({ votes }, other) =>
      votes.size === other.votes.size && [...votes].every(([id, count]) => other.votes.get(id) === count),
  };
}

/** @param fields undefined if the key has another type */
function toResult(fields: ReadonlyMap<string, string> | undefined): ReadResult<VoteCounts> {
  if (fields === undefined) return { state: 'rejected', ...wrongType('a hash') };
  if (fields.size === 0) return ABSENT;
  const value = parseVoteCounts(fields);
  const rejectedParts = value.invalid.map((name) => ({ name, reason: 'It is not a count.' }));
  return { state: 'present', value, rejectedParts };
}
