import type { Request } from 'express';
import type { Route } from '../http/fast-express.ts';
import { WHOLE_SERVER } from '../http/refusals.ts';
import { redirectToPage, PAGE } from './api-page-redirect.ts';
import { answerOptions, refuseMethod, refusePath } from './other-methods.ts';

/** Express reads such a URL with what Node gives up, which throws where it does not like the host. */
const SCHEME_AND_HOST = /^[^/]*:\/\/[^/?]*/;

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
    const toPage = route === undefined && routes.has(PAGE) ? redirectToPage(request, path) : undefined;
    const answer = toPage ?? (route === undefined ? elsewhere(method, path) : choose(method, route));
    return answer(request, response);
  };
}

/** The target without its query; of a whole URL, what follows the host (RFC 9112, section 3.2.2). */
function pathOf({ url }: Request): string {
  const target = url.startsWith('/') ? url : url.replace(SCHEME_AND_HOST, '');
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

function choose(method: string, route: Route): Route {
  if (method === 'GET' || method === 'HEAD') return route;
  return method === 'OPTIONS' ? answerOptions : refuseMethod;
}

function elsewhere(method: string, path: string): Route {
  return method === 'OPTIONS' && path === WHOLE_SERVER ? answerOptions : refusePath;
}
