import type { Express, RequestHandler } from 'express';
import { sendError } from '../http/error-body.ts';
import { ALLOW, ERRORS } from '../http/errors.ts';
import { ALWAYS } from '../http/header-fields.ts';
import { prefersHtml } from '../http/negotiation.ts';
import { sendAnswer } from '../http/send-answer.ts';
import { PAGE } from './api-page.ts';
import type { Route } from './operations.ts';

/** The same for a browser's preflight as for what a path allows (G20). */
const OPTIONS_HEADERS = {
  ...ALLOW,
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
  ...ALWAYS,
};

/** What people type who look for the page. Relative to both, it is at `docs`, also behind a path prefix. */
const ENTRANCES = ['/', '/v1'];

/** The target of a request that is about the server as a whole (RFC 9110, section 9.3.7). */
const WHOLE_SERVER = /^\*$/;

const REDIRECT_HEADERS = {
  Location: 'docs',
  'Content-Length': '0',
  'Cache-Control': 'no-store',
  Vary: 'Accept',
  ...ALWAYS,
};

/**
 * Registers what answers each path, and all others. Paths compare exactly (G53); a known path comes before
 * the method (G9, G21).
 * @param routes what GET and HEAD are answered with, by path
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
  if (routes.has(PAGE)) app.get(ENTRANCES, redirectToPage);
  app.use((_request, response) => {
    sendError(response, ERRORS.unknownPath);
  });
}

const sendOptions: RequestHandler = (_request, response) => {
  response.writeHead(204, OPTIONS_HEADERS).end();
};

/**
 * A browser that opens `/` or `/v1` is sent to the page; programs are answered as on any unknown path (G63).
 */
const redirectToPage: RequestHandler = (request, response, next) => {
  if (prefersHtml(request.headers.accept)) response.writeHead(302, REDIRECT_HEADERS).end();
  else next();
};
