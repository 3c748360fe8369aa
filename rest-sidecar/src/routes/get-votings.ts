import type { Route } from '../http/fast-express.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { answerByServer } from './answer-by-server.ts';

/** The active votings: of one server an array, of all an object keyed by server (section 4.1, rules 2, 3 and 5). */
export function getVotings({ votings }: Pick<Snapshots, 'votings'>): Route {
  return answerByServer(votings);
}
