import type { RedisError } from '../../../shared/redis/redis-error.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { NO_VOTES, parseVoteCounts } from '../../../shared/rest/vote-counts.ts';
import type { VoteCounts } from '../../../shared/rest/vote-counts.ts';
import type { HashSource } from './hash-source.ts';
import type { LeftOut } from './left-out.ts';
import { pairsToMap } from './pairs.ts';
import type { Pairs } from './pairs.ts';

export interface VoteCountsDependencies {
  readonly keys: RedisKeys;
  readonly source: HashSource;
  readonly leftOut: LeftOut;
}

/** Hashes asked for in one round trip: some 2 ms of Redis's time, in which it serves nobody else. */
const READ_AT_ONCE = 100;

/** The vote counts of votings as they were last read. */
export class VoteCountsMirror {
  readonly #dependencies: VoteCountsDependencies;
  /** Of each voting the pairs as one text, which takes a tenth of the room. */
  readonly #texts = new Map<string, string>();

  constructor(dependencies: VoteCountsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The counts, none where the key holds no hash; what is no count is left out, and logged (G30). */
  get(votingId: string): VoteCounts {
    const text = this.#texts.get(votingId);
    return text === undefined ? NO_VOTES : this.#parse(votingId, text);
  }

  has(votingId: string): boolean {
    return this.#texts.has(votingId);
  }

  delete(votingId: string): void {
    this.#texts.delete(votingId);
    this.#dependencies.leftOut.removeAll(this.#keyOf(votingId));
  }

  /**
   * @param changed called for each of the votings whose counts differ from what was known
   * @throws {RedisError} when Redis does not answer
   */
  async read(votingIds: readonly string[], changed: (votingId: string) => void): Promise<void> {
    for (let start = 0; start < votingIds.length; start += READ_AT_ONCE) {
      const ids = votingIds.slice(start, start + READ_AT_ONCE);
      const read = await this.#dependencies.source.readEach(ids.map((id) => this.#keyOf(id)));
      for (const [index, id] of ids.entries()) if (this.#replace(id, read[index])) changed(id);
    }
  }

  /** @returns whether the counts are others than before */
  #replace(votingId: string, read: Pairs | RedisError | undefined): boolean {
    const { leftOut } = this.#dependencies;
    const isHash = Array.isArray(read);
    if (isHash) leftOut.remove(this.#keyOf(votingId));
    else leftOut.add(this.#keyOf(votingId), 'It is not a hash.');
    const text = JSON.stringify(isHash ? read : []);
    if (this.#texts.get(votingId) === text) return false;
    this.#texts.set(votingId, text);
    return true;
  }

  #parse(votingId: string, text: string): VoteCounts {
    const { leftOut } = this.#dependencies;
    const key = this.#keyOf(votingId);
    const counts = parseVoteCounts(pairsToMap(JSON.parse(text) as Pairs));
    // The empty name is the key itself, of which this says nothing.
    leftOut.keepOnly(key, new Set(['', ...counts.faulty]));
    for (const candidate of counts.faulty) leftOut.add(key, 'It is not a count.', candidate);
    return counts;
  }

  #keyOf(votingId: string): string {
    return this.#dependencies.keys.voteCountsOf(votingId);
  }
}
