import { describe, expect, it } from '@jest/globals';
import { NO_VOTES, parseVoteCounts, toVoting } from '../../../shared/rest/vote-counts.ts';

const stored = {
  server: 'survival',
  title: 'Which map?',
  candidates: [
    { id: 'b', name: 'B', colour: 'red' },
    { id: 'a', name: 'A', votes: 99 },
    { id: '__proto__', name: 'P' },
  ],
};

const votesOf = (counts: Record<string, string>) =>
  toVoting('v', stored, parseVoteCounts(new Map(Object.entries(counts)))).candidates.map(
    ({ votes }) => votes,
  );

describe('the votes of a voting', () => {
  it('are 0 if none are counted, even if the record contains votes [G30]', () => {
    expect(toVoting('v', stored, NO_VOTES).candidates.map(({ votes }) => votes)).toEqual([0, 0, 0]);
  });

  it('are counted for a candidate of any name [G30]', () => {
    expect(votesOf({ ['__proto__']: '5' })).toEqual([0, 0, 5]);
  });

  it.each(['-1', '1.5', '', 'many', '9007199254740992', '1e3', ' 1'])(
    'leave out the count "%s", and name its candidate [G30]',
    (text) => {
      const { votes, invalid } = parseVoteCounts(
        new Map([
          ['a', text],
          ['b', '2'],
        ]),
      );
      expect([...votes]).toEqual([['b', 2]]);
      expect(invalid).toEqual(['a']);
    },
  );
});
