import type { ErrorRequestHandler } from 'express';
import type { Logger } from '../../shared/logger.ts';
import { operations } from '../../shared/rest/operations.ts';
import type { OperationId } from '../../shared/rest/operations.ts';
import { createFastExpress } from './http/fast-express.ts';
import type { FastExpress } from './http/fast-express.ts';
import { refuse } from './routes/answers.ts';
import type { Route } from './routes/answers.ts';
import { getCoinsTrades } from './routes/get-coins-trades.ts';
import { getEvents } from './routes/get-events.ts';
import { getHealth } from './routes/get-health.ts';
import { getServers } from './routes/get-servers.ts';
import { getVotings } from './routes/get-votings.ts';
import { answerOptions, refuseMethod, refusePath } from './routes/other-methods.ts';
import type { Snapshots } from './snapshots/snapshots.ts';

export interface AppDependencies {
  readonly snapshots: Snapshots;
  readonly logger: Logger;
}

/** Builds the application; who calls decides where it listens. */
export function createApp({ snapshots, logger }: AppDependencies): FastExpress {
  const fastExpress = createFastExpress();
  const { app } = fastExpress;
  const routes: Record<OperationId, Route> = {
    getCoinsTrades: getCoinsTrades(snapshots),
    getEvents: getEvents(snapshots),
    getHealth: getHealth(snapshots),
    getServers: getServers(snapshots),
    getVotings: getVotings(snapshots),
  };
  for (const { operationId, path } of Object.values(operations)) {
    app.route(path).get(routes[operationId]).options(answerOptions).all(refuseMethod);
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
