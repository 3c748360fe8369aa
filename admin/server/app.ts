import compression from 'compression';
import express from 'express';
import type { ErrorRequestHandler, Express } from 'express';
import { HTTP_ERRORS } from '../../node/http/errors.ts';
import type { HttpError } from '../../node/http/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { RedisError } from '../../shared/redis/redis-error.ts';
import type { OpenedLink } from '../../shared/rest/console.ts';
import { consoleFiles } from './console/console-files.ts';
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
import { metricsPaths } from './metrics/metrics.ts';
import { createEditDocument } from './openapi/edit-document.ts';
import { consolePaths } from './routes/console-paths.ts';
import { editPaths } from './routes/edit-paths.ts';
import { createRouter, readBody, refusalOfBody } from './routes/endpoints.ts';
import { rateLimitPaths } from './routes/rate-limit-paths.ts';
import type { ServerParts } from './server-parts.ts';

/** Where the console sends the key of the printed link. */
const LINK_PATH = '/v1/link';

/**
 * Builds the Express application of the admin's server. It does not listen.
 * @param consoleDirectory the directory of the built console
 */
export function createAdminApp(parts: ServerParts, consoleDirectory: string): Express {
  const { isCurrent, logger } = parts;
  const editDocument = createEditDocument();
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
    const ready = isCurrent();
    response.status(ready ? 200 : 503).json({ ready });
  });
  app.get('/openapi.json', (_request, response) => {
    response.json(editDocument);
  });
  app
    .route(LINK_PATH)
    .post(...readBody, openLink(parts))
    .all((_request, response) => {
      send(response, wrongMethod(['POST']));
    });
  app.use(consoleFiles(consoleDirectory, logger));
  const paths = {
    ...metricsPaths(parts),
    ...rateLimitPaths(parts),
    ...editPaths(parts),
    ...consolePaths(parts),
  };
  app.use(createRouter(paths, parts));
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
function openLink({ clock, session }: ServerParts): express.RequestHandler {
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
