import compression from 'compression';
import express from 'express';
import type { ErrorRequestHandler, Express, Router } from 'express';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { RedisError } from '../../shared/redis/redis-error.ts';
import { cookieName } from './access/link-session.ts';
import type { LinkSession } from './access/link-session.ts';
import {
  MALFORMED_PATH,
  NO_SUCH_PATH,
  STORE_UNREACHABLE,
  storeRefuses,
  UNEXPECTED,
  USED_LINK,
} from './http/refusals.ts';
import { send } from './http/reply.ts';
import type { Refusal } from './http/reply.ts';
import { refusalOfBody } from './routes/endpoints.ts';

export interface AdminAppDependencies {
  /** The endpoints that need a token. */
  readonly endpoints: Router;
  /** The page and the assets of the console. */
  readonly consoleFiles: Router;
  /** The OpenAPI description of edits. */
  readonly editDocument: object;
  /** Whether the data of Redis is loaded and current. */
  readonly isReady: () => boolean;
  readonly session: LinkSession;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Default headers: caches must not store the response, and other sites must not embed or read it. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Builds the Express application of the admin's server. It does not listen. */
export function createAdminApp(dependencies: AdminAppDependencies): Express {
  const { consoleFiles, editDocument, endpoints, isReady, logger } = dependencies;
  const app = express();
  // Entries have their own ETags.
  app.disable('x-powered-by').disable('etag').enable('strict routing');
  app.use((_request, response, next) => {
    response.set(HEADERS);
    next();
  });
  app.use(compression());
  app.get('/', openLink(dependencies));
  app.get('/ready', (_request, response) => {
    // It reveals nothing, and health checks have no token.
    const ready = isReady();
    response.status(ready ? 200 : 503).json({ ready });
  });
  app.get('/openapi.json', (_request, response) => {
    response.json(editDocument);
  });
  app.use(consoleFiles);
  app.use(endpoints);
  app.use((_request, response) => {
    send(response, NO_SUCH_PATH);
  });
  app.use(handleErrors(logger));
  return app;
}

/** `/` leads to the console. With the key of the printed link, it starts the session of this browser. */
function openLink({ clock, session }: AdminAppDependencies): express.RequestHandler {
  return (request, response) => {
    const key = new URL(request.url, 'http://localhost').searchParams.get('key');
    // A preview of the link, or a check, must not use the key up.
    if (key !== null && request.method === 'GET') {
      const secret = session.open(key, clock.epochMs());
      if (secret === undefined) {
        send(response, USED_LINK);
        return;
      }
      const name = cookieName(request.socket.localPort);
      response.cookie(name, secret, { httpOnly: true, sameSite: 'strict' });
    }
    response.redirect(303, 'console');
  };
}

/** The only catch-all: the response to an unexpected error does not contain its cause. */
function handleErrors(logger: Logger): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (cause: unknown, _request, response, _next) => {
    if (response.headersSent) {
      logger.error('Unexpected error in a response', cause);
      response.destroy();
      return;
    }
    const refusal = refusalOf(cause);
    if (refusal === undefined) logger.error('Unexpected error in a request', cause);
    send(response, refusal ?? UNEXPECTED);
  };
}

/** Returns the response to an expected error; undefined for a bug. */
function refusalOf(cause: unknown): Refusal | undefined {
  if (cause instanceof RedisError)
    return cause.reason === 'unreachable' ? STORE_UNREACHABLE : storeRefuses(cause);
  return cause instanceof URIError ? MALFORMED_PATH : refusalOfBody(cause);
}
