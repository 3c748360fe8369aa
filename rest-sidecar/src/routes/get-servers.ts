import type { HttpError } from '../http/error-body.ts';
import type { Route } from '../http/fast-express.ts';
import { readQuery } from '../http/query.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { answer, refuse, refuseAsInvalid } from './answers.ts';

const NOT_FOUND: HttpError = { status: 404, sentence: 'No server has this id.' };

/** All known servers by id or, with `id`, of which the first counts, one of them (section 4.1, rule 4; G4, G23). */
export function getServers({ servers }: Pick<Snapshots, 'servers'>): Route {
  return (request, response) => {
    const query = readQuery(request.url, 'id');
    if (!query.ok) {
      refuseAsInvalid(request, response, query.reason);
      return;
    }
    const [id] = query.values;
    const isKnown = id === undefined || !servers.isLoaded || servers.get(id) !== undefined;
    if (!isKnown) refuse(request, response, NOT_FOUND);
    else return answer(request, response, id === undefined ? servers.all : servers.get(id));
  };
}
