import type { Collection } from '../../shared/redis/mirror/collection.ts';
import { parseVoteCounts } from '../../shared/rest/vote-counts.ts';
import type { VoteCounts } from '../../shared/rest/vote-counts.ts';
import type { IoredisCommands } from '../redis/commands/ioredis-commands.ts';

/** A hash with more fields than this is rejected. */
const MAX_FIELDS = 10_000;

/** Creates the {@link Collection} of vote counts: one hash per voting. Invalid counts are left out (G30). */
export function voteCountsCollection(
  prefix: string,
  commands: Pick<IoredisCommands, 'readHash'>,
): Collection<VoteCounts> {
  return {
    name: 'vote counts',
    prefixes: [prefix],
    read: async (key) => {
      const hash = await commands.readHash(key, MAX_FIELDS);
      if (hash.state !== 'present') return hash;
      const value = parseVoteCounts(hash.value);
      const rejectedParts = value.invalid.map((name) => ({ name, reason: 'It is not a count.' }));
      return { state: 'present', value, rejectedParts };
    },
    isSame: ({ votes }, other) =>
      votes.size === other.votes.size && [...votes].every(([id, count]) => other.votes.get(id) === count),
  };
}
