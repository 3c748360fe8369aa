import { parseLimit } from '../../../shared/rest/coins-trades-limit.ts';
import type { Route } from '../http/fast-express.ts';
import { readQuery } from '../http/query.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { answer, refuseAsInvalid } from './answers.ts';

/** The latest trades, at most `limit` of them (section 4.1, rule 1; G2, G3). */
export function getCoinsTrades({ coinsTrades }: Pick<Snapshots, 'coinsTrades'>): Route {
  return (request, response) => {
    const query = readQuery(request.url, 'limit');
    const limit = query.ok ? parseLimit(query.values) : query;
    if (!limit.ok) refuseAsInvalid(request, response, limit.reason);
    else return answer(request, response, coinsTrades.newest(limit.limit));
  };
}
