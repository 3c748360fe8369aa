import type { Route } from '../http/fast-express.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { answer } from './answers.ts';

/** The state of the service, always 200 (G7). */
export function getHealth({ health }: Pick<Snapshots, 'health'>): Route {
  return (request, response) => answer(request, response, health.current);
}
