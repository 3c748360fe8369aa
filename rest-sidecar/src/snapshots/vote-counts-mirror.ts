import type { RedisCommands } from '../../../shared/redis/redis-commands.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { NO_VOTES, parseVoteCounts } from '../../../shared/rest/vote-counts.ts';
import type { VoteCounts } from '../../../shared/rest/vote-counts.ts';
import type { LeftOut } from './left-out.ts';
import { readHash } from './read-hash.ts';

export interface VoteCountsDependencies {
  readonly keys: RedisKeys;
  readonly commands: RedisCommands;
  readonly leftOut: LeftOut;
}

interface Known {
  /** The hash as one text, to tell whether it changed. */
  readonly text: string;
  readonly counts: VoteCounts;
}

/** Hashes read at the same time: they share the round trips, and none waits so long for its reply that it counts as lost. */
const READS_IN_FLIGHT = 100;

/** The vote counts of votings as they were last read. */
export class VoteCountsMirror {
  readonly #dependencies: VoteCountsDependencies;
  readonly #known = new Map<string, Known>();

  constructor(dependencies: VoteCountsDependencies) {
    this.#dependencies = dependencies;
  }

  get(votingId: string): VoteCounts {
    return this.#known.get(votingId)?.counts ?? NO_VOTES;
  }

  has(votingId: string): boolean {
    return this.#known.has(votingId);
  }

  delete(votingId: string): void {
    this.#known.delete(votingId);
    this.#dependencies.leftOut.removeAll(this.#dependencies.keys.voteCountsOf(votingId));
  }

  /** @param changed called for each of the votings whose counts differ from what was known */
  async read(votingIds: Iterable<string>, changed: (votingId: string) => void): Promise<void> {
    const waiting = votingIds[Symbol.iterator]();
    const readOneAfterAnother = async (): Promise<void> => {
      for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
        if (await this.#readOne(next.value)) changed(next.value);
      }
    };
    await Promise.all(Array.from({ length: READS_IN_FLIGHT }, readOneAfterAnother));
  }

  async #readOne(votingId: string): Promise<boolean> {
    const { commands, keys, leftOut } = this.#dependencies;
    const key = keys.voteCountsOf(votingId);
    const fields = await readHash(commands, key, leftOut);
    const text = JSON.stringify([...fields]);
    if (this.#known.get(votingId)?.text === text) return false;
    const counts = parseVoteCounts(fields);
    if (counts.faulty.length === 0) leftOut.removeAll(key);
    for (const candidate of counts.faulty) leftOut.add(key, 'It is not a count.', candidate);
    this.#known.set(votingId, { text, counts });
    return true;
  }
}
