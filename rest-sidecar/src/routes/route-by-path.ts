import type { IncomingMessage } from 'node:http';
import { sendError } from '../http/error-body.ts';
import { ALLOW, ERRORS } from '../http/errors.ts';
import { ALWAYS } from '../http/header-fields.ts';
import { prefersHtml } from '../http/negotiation.ts';
import { WHOLE_SERVER } from '../http/refusals.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { RequestHandler } from '../platform-workarounds/express-router.ts';
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
const ENTRANCES = new Set(['/', '/v1']);

const REDIRECT_HEADERS = {
  Location: 'docs',
  'Content-Length': '0',
  'Cache-Control': 'no-store',
  Vary: 'Accept',
  ...ALWAYS,
};

/** Express reads such a URL with Node's obsolete parser, which throws for some hosts. */
const SCHEME_AND_HOST = /^[^/]*:\/\/[^/?]*/;

/**
 * Answers all requests by their path, and then by their method (G9, G21). No path has a parameter.
 * @param routes what GET and HEAD are answered with, by path, which compares exactly (G53)
 */
export function routeByPath(routes: ReadonlyMap<string, Route>): RequestHandler {
  return (request, response) => {
    const { method, url } = request;
    const path = pathOf(url);
    const route = routes.get(path);
    const isRead = method === 'GET' || method === 'HEAD';
    if (route !== undefined && isRead) return sendAnswer(response, route(url));
    if (method === 'OPTIONS' && (route !== undefined || path === WHOLE_SERVER)) {
      response.writeHead(204, OPTIONS_HEADERS).end();
    } else if (route !== undefined) {
      sendError(response, ERRORS.wrongMethod);
    } else if (isRead && routes.has(PAGE) && opensEntrance(path, request)) {
      response.writeHead(302, REDIRECT_HEADERS).end();
    } else {
      sendError(response, ERRORS.unknownPath);
    }
  };
}

/** The target without its query; of a whole URL, what follows the host (RFC 9112, section 3.2.2). */
function pathOf(url: string): string {
  const target = url.startsWith('/') ? url : url.replace(SCHEME_AND_HOST, '');
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/**
 * A browser that opens `/` or `/v1` is sent to the page; programs are answered as on any unknown path (G63).
 */
function opensEntrance(path: string, { headers }: IncomingMessage): boolean {
  return ENTRANCES.has(path) && prefersHtml(headers.accept);
}
