import type { Route } from '../http/fast-express.ts';
import { readQuery } from '../http/query.ts';
import type { Representation } from '../http/representation.ts';
import { answer, refuseAsInvalid } from './answers.ts';

/** Lists of records by server; `all` is undefined before the first load, and costs more than `of` when it is first asked for. */
export interface ListsByServer {
  readonly isPublished: boolean;
  readonly all: Representation | undefined;
  of(server: string): Representation;
}

/** With `server`, of which the first counts, its list, empty for an unknown one (G4, G23); without, an object of all lists. */
export function answerByServer(lists: ListsByServer): Route {
  return (request, response) => {
    const query = readQuery(request.url, 'server');
    if (!query.ok) {
      refuseAsInvalid(request, response, query.reason);
      return;
    }
    const [server] = query.values;
    const isAskedForOne = server !== undefined && lists.isPublished;
    return answer(request, response, isAskedForOne ? lists.of(server) : lists.all);
  };
}
