import type { Express, RequestHandler } from 'express';
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
 * Paths that redirect a browser to the page. The page is at `docs` relative to both, also behind a path
 * prefix.
 */
const REDIRECTED_PATHS = ['/', '/v1'];

/** The target of an OPTIONS request for the server as a whole (RFC 9110, section 9.3.7). */
const WHOLE_SERVER = /^\*$/;

const REDIRECT_HEADERS = {
  Location: 'docs',
  'Content-Length': '0',
  'Cache-Control': 'no-store',
  Vary: 'Accept',
  ...PUBLIC_HEADERS,
};

/**
 * Registers a handler for each path, and one for unknown paths. Paths are compared exactly (G53); an unknown
 * path is a 404 whatever the method, a known path with a wrong method a 405 (G9, G21).
 * @param routes handlers of GET and HEAD, by path
 */
export function registerRoutes(app: Express, routes: ReadonlyMap<string, Route>): void {
  app.enable('case sensitive routing').enable('strict routing');
  for (const [path, route] of routes) {
    app
      .route(path)
      .get((request, response) => sendAnswer(response, route(request.url)))
      .options(sendOptions)
      .all((_request, response) => {
        sendError(response, ERRORS.wrongMethod);
      });
  }
  app.options(WHOLE_SERVER, sendOptions);
  if (routes.has(API_PAGE)) app.get(REDIRECTED_PATHS, redirectToPage);
  app.use((_request, response) => {
    sendError(response, ERRORS.unknownPath);
  });
}

const sendOptions: RequestHandler = (_request, response) => {
  response.writeHead(204, OPTIONS_HEADERS).end();
};

/**
 * Redirects a browser that opens `/` or `/v1` to the page; other clients get the 404 of an unknown path
 * (G63).
 */
const redirectToPage: RequestHandler = (request, response, next) => {
  if (request.accepts('json', 'html') === 'html') response.writeHead(302, REDIRECT_HEADERS).end();
  else next();
};
