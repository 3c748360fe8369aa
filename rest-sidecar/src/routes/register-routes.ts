import type { Express } from 'express';
import { WHOLE_SERVER } from '../../../node/http/refusals.ts';
import { ALLOW, ERRORS, PUBLIC_HEADERS, sendError } from '../http/errors.ts';
import { sendAnswer } from '../http/send-answer.ts';
import { API_PAGE } from './api-page.ts';
import type { Route } from './operations.ts';

/** Headers of the response to OPTIONS, which is the same for preflights and for all paths (G20). */
const OPTIONS_HEADERS = {
  ...ALLOW,
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  // `*` does not include `Authorization` (Fetch standard), which is ignored like other headers (G17).
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Max-Age': '86400',
  ...PUBLIC_HEADERS,
};

/**
 * Paths that redirect a browser to the page; other clients get the 404 of an unknown path (G63). The page is
 * at `docs` relative to both, also behind a path prefix.
 */
const REDIRECTED_PATHS = ['/', '/v1'];

const REDIRECT_HEADERS = {
  Location: 'docs',
  'Content-Length': '0',
  'Cache-Control': 'no-store',
  Vary: 'Accept',
  ...PUBLIC_HEADERS,
};

/**
 * Registers the handler of all requests. Paths are compared exactly (G53); an unknown path is a 404 whatever
 * the method, a known path with a wrong method a 405 (G9, G21).
 *
 * It is one handler that looks up the path, because Express tries its routes one after the other, each with a
 * regular expression.
 * @param routes handlers of GET and HEAD, by path
 */
export function registerRoutes(app: Express, routes: ReadonlyMap<string, Route>): void {
  const redirectedPaths = routes.has(API_PAGE) ? REDIRECTED_PATHS : [];
  app.use((request, response) => {
    const { method, url } = request;
    const path = pathOf(url);
    const route = routes.get(path);
    const isRead = method === 'GET' || method === 'HEAD';
    if (route !== undefined && isRead) return sendAnswer(response, route(url));
    if (method === 'OPTIONS' && (route !== undefined || path === WHOLE_SERVER)) {
      response.writeHead(204, OPTIONS_HEADERS).end();
    } else if (isRead && redirectedPaths.includes(path) && request.accepts('json', 'html') === 'html') {
      response.writeHead(302, REDIRECT_HEADERS).end();
    } else {
      sendError(response, route === undefined ? ERRORS.unknownPath : ERRORS.wrongMethod);
    }
  });
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
