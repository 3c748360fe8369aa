import { identified } from './identified.ts';
import type { StoredVoting, Voting } from './voting.ts';

/** Votes by candidate id, and the candidates with an invalid stored count. */
export interface VoteCounts {
  readonly votes: ReadonlyMap<string, number>;
  readonly invalid: readonly string[];
}

export const NO_VOTES: VoteCounts = { votes: new Map(), invalid: [] };

/**
 * Parses the hash `votes:<voting id>`. A count is omitted unless it is a non-negative whole number that a
 * double represents exactly (G30).
 */
export function parseVoteCounts(fields: ReadonlyMap<string, string>): VoteCounts {
  const votes = new Map<string, number>();
  const invalid: string[] = [];
  for (const [candidate, text] of fields) {
    const count = /^\d+$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(count)) votes.set(candidate, count);
    else invalid.push(candidate);
  }
  return { votes, invalid };
}

/**
 * Converts a voting to its served form: each candidate with its votes, or 0 if none are counted (section 4.1,
 * rule 5; G30).
 */
export function toVoting(id: string, stored: StoredVoting, { votes }: VoteCounts): Voting {
  const candidates = stored.candidates.map((candidate) => ({
    ...candidate,
    votes: votes.get(candidate.id) ?? 0,
  }));
  return { ...identified(id, stored), candidates };
}
