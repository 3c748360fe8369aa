import type { ErrorRequestHandler } from 'express';
import type { Logger } from '../../shared/logger.ts';
import { operations } from '../../shared/rest/operations.ts';
import type { OperationId } from '../../shared/rest/operations.ts';
import { createFastExpress } from './http/fast-express.ts';
import type { FastExpress } from './http/fast-express.ts';
import type { Representation } from './http/representation.ts';
import { answer, refuse } from './routes/answers.ts';
import type { Route } from './routes/answers.ts';
import { getCoinsTrades } from './routes/get-coins-trades.ts';
import { getEvents } from './routes/get-events.ts';
import { getHealth } from './routes/get-health.ts';
import { getServers } from './routes/get-servers.ts';
import { getVotings } from './routes/get-votings.ts';
import { answerOptions, refuseMethod, refusePath } from './routes/other-methods.ts';
import type { Snapshots } from './snapshots/snapshots.ts';

/** What is served beside the operations, and never changes while the program runs. */
export interface StaticResource {
  readonly path: string;
  readonly representation: Representation;
}

export interface AppDependencies {
  readonly snapshots: Snapshots;
  readonly logger: Logger;
  readonly staticResources?: readonly StaticResource[];
}

/** Builds the application; who calls decides where it listens. */
export function createApp({ snapshots, logger, staticResources = [] }: AppDependencies): FastExpress {
  const fastExpress = createFastExpress();
  const { app } = fastExpress;
  const routes: Record<OperationId, Route> = {
    getCoinsTrades: getCoinsTrades(snapshots),
    getEvents: getEvents(snapshots),
    getHealth: getHealth(snapshots),
    getServers: getServers(snapshots),
    getVotings: getVotings(snapshots),
  };
  const serve = (path: string, route: Route): void => {
    app.route(path).get(route).options(answerOptions).all(refuseMethod);
  };
  for (const { operationId, path } of Object.values(operations)) serve(path, routes[operationId]);
  for (const { path, representation } of staticResources) {
    serve(path, (request, response) => answer(request, response, representation));
  }
  app.use(refusePath);
  app.use(answerUnexpected(logger));
  return fastExpress;
}

/** The one catch-all: what was not expected is logged with its cause, and answered without (G9). */
function answerUnexpected(logger: Logger): ErrorRequestHandler {
  // Express tells error handlers by their four parameters.
  return (cause: unknown, request, response, next) => {
    logger.error('A request failed unexpectedly', cause);
    if (response.headersSent) next(cause);
    else refuse(request, response, { status: 500, sentence: 'Something went wrong here. It was logged.' });
  };
}
