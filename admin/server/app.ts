import compression from 'compression';
import express from 'express';
import type { ErrorRequestHandler, Express, Router } from 'express';
import { HTTP_ERRORS } from '../../node/http/errors.ts';
import type { HttpError } from '../../node/http/errors.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { RedisError } from '../../shared/redis/redis-error.ts';
import type { OpenedLink } from '../../shared/rest/console.ts';
import type { LinkSession } from './access/link-session.ts';
import {
  badRequest,
  MALFORMED_PATH,
  NO_SUCH_PATH,
  REDIS_UNREACHABLE,
  redisRefuses,
  USED_LINK,
  wrongMethod,
} from './http/refusals.ts';
import { PRIVATE_HEADERS, send } from './http/reply.ts';
import { readBody, refusalOfBody } from './routes/endpoints.ts';

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

/** Where the console sends the key of the printed link. */
const LINK_PATH = '/v1/link';

/** Builds the Express application of the admin's server. It does not listen. */
export function createAdminApp(dependencies: AdminAppDependencies): Express {
  const { consoleFiles, editDocument, endpoints, isReady, logger } = dependencies;
  const app = express();
  // Entries have their own ETags.
  app.disable('x-powered-by').disable('etag').enable('strict routing');
  app.use((_request, response, next) => {
    response.set(PRIVATE_HEADERS);
    next();
  });
  app.use(compression());
  app.get('/', (_request, response) => {
    response.redirect(303, 'console');
  });
  app.get('/ready', (_request, response) => {
    // It reveals nothing, and health checks have no token.
    const ready = isReady();
    response.status(ready ? 200 : 503).json({ ready });
  });
  app.get('/openapi.json', (_request, response) => {
    response.json(editDocument);
  });
  app
    .route(LINK_PATH)
    .post(...readBody, openLink(dependencies))
    .all((_request, response) => {
      send(response, wrongMethod(['POST']));
    });
  app.use(consoleFiles);
  app.use(endpoints);
  app.use((_request, response) => {
    send(response, NO_SUCH_PATH);
  });
  app.use(handleErrors(logger));
  return app;
}

/**
 * Answers the key of the printed link with the token of its session. The key comes in a body, as the browser
 * keeps the fragment of the link for itself: previews and logs of proxies neither use it up nor see it.
 */
function openLink({ clock, session }: AdminAppDependencies): express.RequestHandler {
  return (request, response) => {
    const { key } = (request.body ?? {}) as { readonly key?: unknown };
    if (typeof key !== 'string') {
      send(response, badRequest('key', 'key must be the key of the link, as a text.'));
      return;
    }
    const token = session.open(key, clock.epochMs());
    send(response, token === undefined ? USED_LINK : { body: { token } satisfies OpenedLink });
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
    send(response, refusal ?? HTTP_ERRORS.failure);
  };
}

/** Returns the response to an expected error; undefined for a bug. */
function refusalOf(cause: unknown): HttpError | undefined {
  if (cause instanceof RedisError)
    return cause.reason === 'unreachable' ? REDIS_UNREACHABLE : redisRefuses(cause);
  return cause instanceof URIError ? MALFORMED_PATH : refusalOfBody(cause);
}
