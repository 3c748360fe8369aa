import type { Route } from '../http/fast-express.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { answerByServer } from './answer-by-server.ts';

/** The active events: of one server an array, of all an object keyed by server (section 4.1, rules 2 and 3). */
export function getEvents({ events }: Pick<Snapshots, 'events'>): Route {
  return answerByServer(events);
}
