import type { Logger } from '../../shared/logger.ts';
import { operations } from '../../shared/rest/operations.ts';
import type { OperationId } from '../../shared/rest/operations.ts';
import { createFastExpress } from './http/fast-express.ts';
import type { FastExpress, LastResort, Route } from './http/fast-express.ts';
import type { Representation } from './http/representation.ts';
import { answer, refuse } from './routes/answers.ts';
import { getCoinsTrades } from './routes/get-coins-trades.ts';
import { getEvents } from './routes/get-events.ts';
import { getHealth } from './routes/get-health.ts';
import { getServers } from './routes/get-servers.ts';
import { getVotings } from './routes/get-votings.ts';
import { routeByPath } from './routes/route-by-path.ts';
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
  const byOperation: Record<OperationId, Route> = {
    getCoinsTrades: getCoinsTrades(snapshots),
    getEvents: getEvents(snapshots),
    getHealth: getHealth(snapshots),
    getServers: getServers(snapshots),
    getVotings: getVotings(snapshots),
  };
  const routes = new Map<string, Route>();
  for (const { operationId, path } of Object.values(operations)) routes.set(path, byOperation[operationId]);
  for (const { path, representation } of staticResources) {
    routes.set(path, (request, response) => answer(request, response, representation));
  }
  return createFastExpress(routeByPath(routes), answerUnexpected(logger));
}

/** The one catch-all: what was not expected is logged with its cause, and answered without (G9). */
function answerUnexpected(logger: Logger): LastResort {
  return (cause, request, response) => {
    logger.error('Unexpected error in a request', cause);
    if (response.headersSent) response.destroy();
    else refuse(request, response, { status: 500, sentence: 'Something went wrong here. It was logged.' });
  };
}
