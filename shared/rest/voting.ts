import type { FromSchema } from '../json-schema.ts';
import { storedWindowProperties, windowProperties } from './active-window.ts';

const properties = {
  server: { type: 'string', description: 'The identifier of the server that votes.' },
  title: { type: 'string', description: 'The subject of the voting.' },
  ...windowProperties,
} as const;

const candidateProperties = {
  id: { type: 'string', description: 'The identifier of the candidate within its voting.' },
  name: { type: 'string', description: 'The name to show.' },
} as const;

/**
 * A stored voting: the string at `voting:<id>`. Its vote counts are stored separately, in the hash
 * `votes:<id>`. An empty `server` names no server (G23).
 */
export const storedVotingSchema = {
  type: 'object',
  properties: {
    ...properties,
    server: { ...properties.server, minLength: 1 },
    ...storedWindowProperties,
    candidates: {
      type: 'array',
      items: { type: 'object', properties: candidateProperties, required: ['id', 'name'] },
    },
  },
  required: ['server', 'title', 'candidates'],
} as const;

const example = {
  id: 'next-map',
  server: 'survival',
  title: 'Which map comes next?',
  startsAt: 1767225600000,
  endsAt: 1767830400000,
  candidates: [
    { id: 'islands', name: 'Islands', votes: 12 },
    { id: 'canyon', name: 'Canyon', votes: 7 },
  ],
};

/** Voting record: an active voting with candidates and vote counts (section 4.1, rule 5; G5). */
const votingSchema = {
  title: 'Voting',
  description: 'An active voting of a server: its id, its stored fields, and the votes of each candidate.',
  type: 'object',
  properties: {
    id: { type: 'string', description: 'The identifier of the voting.' },
    ...properties,
    candidates: {
      type: 'array',
      description: 'The candidates, in the stored order.',
      items: {
        title: 'Candidate',
        description: 'A candidate of a voting.',
        type: 'object',
        properties: {
          ...candidateProperties,
          votes: {
            type: 'integer',
            format: 'int64',
            minimum: 0,
            description: 'The number of votes of the candidate.',
          },
        },
        additionalProperties: true,
        required: ['id', 'name', 'votes'],
      },
    },
  },
  additionalProperties: true,
  required: ['id', 'server', 'title', 'candidates'],
  examples: [example],
} as const;

/** The response of getVotings with `server`. */
export const votingsOfServerSchema = {
  title: 'VotingsOfServer',
  description: 'The active votings of one server, ordered by id.',
  type: 'array',
  items: votingSchema,
  examples: [[example]],
} as const;

/** The response of getVotings without `server`: servers without active votings are omitted (section 4.1). */
export const votingsByServerSchema = {
  title: 'VotingsByServer',
  description:
    'The active votings of all servers. Each key is the identifier of a server with active votings.',
  type: 'object',
  additionalProperties: { type: 'array', minItems: 1, items: votingSchema },
  examples: [{ survival: [example] }],
} as const;

export type StoredVoting = FromSchema<typeof storedVotingSchema>;
export type Voting = FromSchema<typeof votingSchema>;
