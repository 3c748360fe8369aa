import type { Request } from 'express';
import type { Route } from '../http/fast-express.ts';
import { answerOptions, refuseMethod, refusePath } from './other-methods.ts';

/** What a client asks for that asks the server as a whole (RFC 9110, section 9.3.7). */
const WHOLE_SERVER = '*';

/**
 * Answers all requests: by its path in one step, where Express would try one pattern after another; no path has a parameter. The path is looked at before the
 * method (G21).
 * @param routes what GET and HEAD are answered with, by path, which compares exactly (G53)
 */
export function routeByPath(routes: ReadonlyMap<string, Route>): Route {
  return (request, response) => {
    const { method } = request;
    const path = pathOf(request);
    const route = routes.get(path);
    const answer = route === undefined ? elsewhere(method, path) : choose(method, route);
    return answer(request, response);
  };
}

/** As Express reads it, which it does slowly. A target that is a whole URL is left to Express. */
function pathOf(request: Request): string {
  const { url } = request;
  if (!url.startsWith('/')) return request.path;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function choose(method: string, route: Route): Route {
  if (method === 'GET' || method === 'HEAD') return route;
  return method === 'OPTIONS' ? answerOptions : refuseMethod;
}

function elsewhere(method: string, path: string): Route {
  return method === 'OPTIONS' && path === WHOLE_SERVER ? answerOptions : refusePath;
}
