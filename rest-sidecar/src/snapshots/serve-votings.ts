import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import { NO_VOTES, toVoting } from '../../../shared/rest/vote-counts.ts';
import type { VoteCounts } from '../../../shared/rest/vote-counts.ts';
import type { StoredVoting } from '../../../shared/rest/voting.ts';
import type { MirroredRecord } from './record-kind.ts';
import { toServed } from './records-by-server.ts';
import type { RecordsByServer } from './records-by-server.ts';

export interface VotingsSnapshotDependencies {
  /** What the keys of votings begin with; the rest is the id. */
  readonly prefix: string;
  /** What the keys of their vote counts begin with; the rest is the id of the voting. */
  readonly countsPrefix: string;
  readonly mirrored: Mirrored<MirroredRecord<StoredVoting>>;
  readonly counts: Mirrored<VoteCounts>;
  readonly records: RecordsByServer;
}

/** Serves the active votings of each server with their votes, for getVotings, as the mirror has them. */
export function serveVotings(dependencies: VotingsSnapshotDependencies): void {
  const { prefix, countsPrefix, mirrored, counts, records } = dependencies;
  const serve = (ids: readonly string[]): void => {
    for (const id of ids) {
      const stored = mirrored.get(prefix + id)?.stored;
      if (stored === undefined) records.delete(id);
      else records.set(id, toServed(stored, toVoting(id, stored, counts.get(countsPrefix + id) ?? NO_VOTES)));
    }
    // A voting is never served without the votes that it has.
    if (mirrored.isLoaded && counts.isLoaded) records.publish();
  };
  const listenTo = (part: Mirrored<unknown>, start: string): void => {
    part.listen({
      changed: (keys) => {
        serve([...keys].map((key) => key.slice(start.length)));
      },
    });
  };
  listenTo(mirrored, prefix);
  listenTo(counts, countsPrefix);
}
