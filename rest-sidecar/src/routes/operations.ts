import { parseLimit } from '../../../shared/rest/coins-trades-limit.ts';
import type { OperationId } from '../../../shared/rest/operations.ts';
import { ERRORS } from '../http/errors.ts';
import type { HttpError } from '../http/errors.ts';
import { readQuery } from '../http/query.ts';
import type { Answer } from '../http/send-answer.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';

/** What a GET is answered with. @param url the request's target, with its query */
export type Route = (url: string) => Answer;

/** A route for each operation (section 4.1). They answer from memory. */
export function createOperations(snapshots: Snapshots): Record<OperationId, Route> {
  const { coinsTrades, events, health, servers, votings } = snapshots;
  return {
    /** The latest trades, at most `limit` of them (rule 1; G2, G3). */
    getCoinsTrades(url) {
      const query = readQuery(url, 'limit');
      const limit = query.ok ? parseLimit(query.values) : query;
      return limit.ok ? coinsTrades.first(limit.limit) : invalid(limit.reason);
    },

    /** The active events: of one server an array, of all an object keyed by server (rules 2 and 3). */
    getEvents: (url) => listsByServer(url, events),

    /** The state of the service, always 200 (G7). */
    getHealth: () => health.current,

    /** All known servers by id or, with `id`, of which the first counts, one of them (rule 4; G4, G23). */
    getServers(url) {
      const query = readQuery(url, 'id');
      if (!query.ok) return invalid(query.reason);
      const [id] = query.values;
      if (id === undefined || !servers.isPublished) return servers.all;
      return servers.get(id) ?? ERRORS.unknownServer;
    },

    /** The active votings: of one server an array, of all an object keyed by server (rules 2, 3 and 5). */
    getVotings: (url) => listsByServer(url, votings),
  };
}

/**
 * With `server`, of which the first counts, its list, empty for an unknown one (G4, G23); without, all lists.
 */
function listsByServer(url: string, lists: Snapshots['events']): Answer {
  const query = readQuery(url, 'server');
  if (!query.ok) return invalid(query.reason);
  const [server] = query.values;
  return server === undefined || !lists.isPublished ? lists.all : lists.of(server);
}

function invalid(sentence: string): HttpError {
  return { status: 400, sentence };
}
