import type { Found, HeldData, LossWatch } from '../../../shared/redis/loss/loss-watch.ts';
import type { RedisError } from '../../../shared/redis/redis-error.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { WrongTypes } from '../../../shared/redis/wrong-types.ts';
import { NO_VOTES, parseVoteCounts } from '../../../shared/rest/vote-counts.ts';
import type { VoteCounts } from '../../../shared/rest/vote-counts.ts';
import { flatText } from './flat-text.ts';
import type { HashSource } from './hash-source.ts';
import type { LeftOut } from './left-out.ts';
import { pairsToMap } from './pairs.ts';
import type { Pairs } from './pairs.ts';

export interface VoteCountsDependencies {
  readonly keys: RedisKeys;
  readonly source: HashSource;
  readonly leftOut: LeftOut;
  readonly losses: LossWatch;
  readonly wrongTypes: WrongTypes;
}

/** Hashes asked for in one round trip: some 2 ms of Redis's time, in which it serves nobody else. */
const READ_AT_ONCE = 100;

/** How counts are held where there are none. */
const NONE = '[]';

/** The vote counts of votings as they were last read. */
export class VoteCountsMirror implements HeldData {
  readonly #dependencies: VoteCountsDependencies;
  /** Of each voting the pairs as one text, which takes a tenth of the room. */
  readonly #texts = new Map<string, string>();

  constructor(dependencies: VoteCountsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The counts, none where there is no such key; what is no count is left out, and logged (G30). */
  get(votingId: string): VoteCounts {
    const text = this.#texts.get(votingId);
    return text === undefined ? NO_VOTES : this.#parse(votingId, text);
  }

  has(votingId: string): boolean {
    return this.#texts.has(votingId);
  }

  delete(votingId: string): void {
    const { leftOut, losses, wrongTypes } = this.#dependencies;
    const key = this.#keyOf(votingId);
    this.#texts.delete(votingId);
    leftOut.removeAll(key);
    wrongTypes.remove(key);
    losses.letGo([key]);
  }

  heldKeys(): readonly string[] {
    return [...this.#texts].filter(([, text]) => text !== NONE).map(([id]) => this.#keyOf(id));
  }

  /** For as many as are read at once, whether there are any counts. */
  async lookFor(keys: readonly string[]): Promise<Found> {
    const { keys: ours, source } = this.#dependencies;
    const sample = keys.filter((key) => key.startsWith(ours.voteCounts)).slice(0, READ_AT_ONCE);
    const read = await source.readEach(sample);
    return { lookedFor: sample.length, found: read.filter((one) => isHash(one) && one.length > 0).length };
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
    const { losses, wrongTypes } = this.#dependencies;
    const key = this.#keyOf(votingId);
    if (!isHash(read)) {
      wrongTypes.add(key, 'a hash');
      if (!this.has(votingId)) this.#texts.set(votingId, NONE);
      return false;
    }
    wrongTypes.remove(key);
    if (read.length > 0) losses.letGo([key]);
    if (losses.isLost(key)) return false;
    const text = flatText(JSON.stringify(read));
    if (this.#texts.get(votingId) === text) return false;
    this.#texts.set(votingId, text);
    return true;
  }

  #parse(votingId: string, text: string): VoteCounts {
    const { leftOut } = this.#dependencies;
    const key = this.#keyOf(votingId);
    const counts = parseVoteCounts(pairsToMap(JSON.parse(text) as Pairs));
    leftOut.keepOnly(key, new Set(counts.faulty));
    for (const candidate of counts.faulty) leftOut.add(key, candidate, 'It is not a count.');
    return counts;
  }

  #keyOf(votingId: string): string {
    return this.#dependencies.keys.voteCountsOf(votingId);
  }
}

function isHash(read: Pairs | RedisError | undefined): read is Pairs {
  return Array.isArray(read);
}
