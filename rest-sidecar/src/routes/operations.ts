import type { HttpError } from '../../../node/http/errors.ts';
import { parseLimit } from '../../../shared/rest/coins-trades-limit.ts';
import type { OperationId } from '../../../shared/rest/operations.ts';
import { ERRORS } from '../http/errors.ts';
import { readQuery } from '../http/query.ts';
import type { Answer } from '../http/send-answer.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';

/** Returns the answer to a GET request. @param url the request target, with its query string */
export type Route = (url: string) => Answer;

/** Creates a route for each operation (section 4.1). Routes answer from memory. */
export function createOperations(snapshots: Snapshots): Record<OperationId, Route> {
  const { coinsTrades, events, health, servers, votings } = snapshots;
  return {
    /** The latest trades, at most `limit` of them (rule 1; G2, G3). */
    getCoinsTrades(url) {
      const query = readQuery(url, 'limit');
      const limit = query.ok ? parseLimit(query.value) : query;
      return limit.ok ? coinsTrades.first(limit.value) : invalid(limit.problem);
    },

    /** The active events: an array for one server, or an object keyed by server (rules 2 and 3). */
    getEvents: (url) => listsByServer(url, events),

    /** The state of the service, always 200 (G7). */
    getHealth: () => health.current,

    /** All known servers by id, or one of them if `id` is given; the first `id` counts (rule 4; G4, G23). */
    getServers(url) {
      const query = readQuery(url, 'id');
      if (!query.ok) return invalid(query.problem);
      const [id] = query.value;
      if (id === undefined || !servers.isPublished) return servers.all;
      return servers.get(id) ?? ERRORS.unknownServer;
    },

    /** The active votings: an array for one server, or an object keyed by server (rules 2, 3 and 5). */
    getVotings: (url) => listsByServer(url, votings),
  };
}

/**
 * Returns the list of the server if `server` is given, which is empty for an unknown server (G4, G23);
 * otherwise the lists of all servers. The first `server` counts.
 */
function listsByServer(url: string, lists: Snapshots['events']): Answer {
  const query = readQuery(url, 'server');
  if (!query.ok) return invalid(query.problem);
  const [server] = query.value;
  return server === undefined || !lists.isPublished ? lists.all : lists.of(server);
}

function invalid(message: string): HttpError {
  return { status: 400, message };
}
