import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { HttpError } from '../../../node/http/errors.ts';
import { GRANTED, subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RateLimit } from '../../../shared/rate-limit/rate-limit.ts';
import type { IssuedToken, Scope } from '../access/token.ts';
import {
  MALFORMED_BODY,
  NO_JSON_BODY,
  TOO_LARGE_BODY,
  tooManyRequests,
  wrongMethod,
} from '../http/refusals.ts';
import { send } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { ServerParts } from '../server-parts.ts';

type Answer = Reply | HttpError;

/** What a path answers to one method. */
export interface Endpoint {
  /** The scope that a token must have; `any` for every valid token. */
  readonly scope: Scope | 'any';
  /** @returns undefined if it responds by itself */
  readonly handle: (
    request: Request,
    token: IssuedToken,
    response: Response,
  ) => Answer | undefined | Promise<Answer | undefined>;
}

const METHODS = ['get', 'patch', 'put', 'post', 'delete'] as const;

export type Endpoints = Readonly<Partial<Record<(typeof METHODS)[number], Endpoint>>>;

/** Endpoints by path, in the syntax of Express. Names may be empty, so that they are refused by name. */
export type Paths = Readonly<Record<string, Endpoints>>;

/** Returns the endpoints of a path that is only read. */
export function reads(scope: Endpoint['scope'], handle: Endpoint['handle']): Endpoints {
  return { get: { scope, handle } };
}

/** How often each token may read. Edits have a limit of their own. */
const READ_LIMIT: RateLimit = { maxRequests: 2000, windowMs: 10_000 };

type AccessParts = Pick<ServerParts, 'authentication' | 'guard'>;

/** Creates the router of all endpoints. Authentication comes before the body is read. */
export function createRouter(paths: Paths, parts: AccessParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, endpoints] of Object.entries(paths)) {
    const route = router.route(path);
    const allowed: string[] = [];
    for (const method of METHODS) {
      const endpoint = endpoints[method];
      if (endpoint === undefined) continue;
      allowed.push(...(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
      route[method](...handlersOf(endpoint, parts, method === 'get'));
    }
    route.all((_request, response) => {
      send(response, wrongMethod(allowed));
    });
  }
  return router;
}

/** @param isRead whether the requests only read; others have a body, and a limit of their own */
function handlersOf(
  endpoint: Endpoint,
  { authentication, guard }: AccessParts,
  isRead: boolean,
): RequestHandler[] {
  const tokens = new WeakMap<Request, IssuedToken>();
  const authenticate: RequestHandler = async (request, response, next) => {
    const result = await authentication.authenticate(request, endpoint.scope);
    if ('status' in result) {
      send(response, result);
      return;
    }
    const permit = isRead ? guard.take(subjectOf('read', result.hash), READ_LIMIT) : GRANTED;
    if (!permit.granted) {
      send(response, tooManyRequests('reads', permit.retryAfterMs));
      return;
    }
    tokens.set(request, result);
    next();
  };
  const handle: RequestHandler = async (request, response) => {
    const token = tokens.get(request);
    const reply = token && (await endpoint.handle(request, token, response));
    if (reply !== undefined) send(response, reply);
  };
  return [authenticate, ...(isRead ? [] : readBody), handle];
}

/** `express.json` ignores bodies of other types. */
const requireJson: RequestHandler = (request, response, next) => {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if ((length !== '0' || coding !== undefined) && request.is('application/json') === false)
    send(response, NO_JSON_BODY);
  else next();
};

/** Enough for an edit of 1,000 features. */
const readJson = express.json({
  limit: '64kb',
  inflate: false,
  verify: (_request, _response, body) => {
    if (!isUtf8(body)) throw new Error('The body is not UTF-8.');
  },
});

/** Reads a body in JSON, if there is one. */
export const readBody: readonly RequestHandler[] = [requireJson, readJson];

/** The refusals of bodies that `express.json` does not accept, by the status of its error. */
const BODY_REFUSALS = new Map([
  [400, MALFORMED_BODY],
  [403, MALFORMED_BODY],
  [413, TOO_LARGE_BODY],
  [415, NO_JSON_BODY],
]);

/** Returns the refusal of a body that `express.json` does not accept; undefined for another error. */
export function refusalOfBody(cause: unknown): HttpError | undefined {
  const { status, type } = cause as { readonly status?: number; readonly type?: string };
  return type === undefined ? undefined : BODY_REFUSALS.get(status ?? 0);
}
