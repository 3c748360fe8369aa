import express from 'express';
import type { ErrorRequestHandler, Express } from 'express';
import { HTTP_ERRORS } from '../../node/http/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { operations } from '../../shared/rest/operations.ts';
import { sendError } from './http/errors.ts';
import type { Representation } from './http/representation.ts';
import { createOperations } from './routes/operations.ts';
import type { Route } from './routes/operations.ts';
import { registerRoutes } from './routes/register-routes.ts';
import type { Snapshots } from './snapshots/snapshots.ts';

interface AppDependencies {
  readonly snapshots: Snapshots;
  readonly logger: Logger;
  /** Resources that do not change while the program runs, by path. */
  readonly staticResources?: ReadonlyMap<string, Representation>;
}

/** Builds the Express application. It does not listen. */
export function createApp({ snapshots, logger, staticResources = new Map() }: AppDependencies): Express {
  const routes = new Map<string, Route>();
  const byOperation = createOperations(snapshots);
  for (const { operationId, path } of Object.values(operations)) routes.set(path, byOperation[operationId]);
  for (const [path, representation] of staticResources) routes.set(path, () => representation);

  const app = express();
  // Representations have their own ETags, and routes parse the query string themselves.
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  registerRoutes(app, routes);
  // The only catch-all: an unexpected error is logged with its cause; the response does not contain the cause
  // (G9). Express recognises an error handler by its four parameters.
  const handleUnexpectedError: ErrorRequestHandler = (cause, _request, response, _next) => {
    logger.error('Unexpected error in a request', cause);
    if (response.headersSent) response.destroy();
    else sendError(response, HTTP_ERRORS.failure);
  };
  app.use(handleUnexpectedError);
  return app;
}
