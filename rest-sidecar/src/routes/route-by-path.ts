import type { Route } from './answers.ts';
import { answerOptions, refuseMethod, refusePath } from './other-methods.ts';

/**
 * Answers all requests: by its path in one step, where Express would try one pattern after another; no path has a parameter. The path is looked at before the
 * method (G21).
 * @param routes what GET and HEAD are answered with, by path, which compares exactly (G53)
 */
export function routeByPath(routes: ReadonlyMap<string, Route>): Route {
  return (request, response) => {
    const route = routes.get(request.path);
    const answer = route === undefined ? refusePath : choose(request.method, route);
    return answer(request, response);
  };
}

function choose(method: string, route: Route): Route {
  if (method === 'GET' || method === 'HEAD') return route;
  return method === 'OPTIONS' ? answerOptions : refuseMethod;
}
