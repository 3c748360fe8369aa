import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from '../../../shared/logger.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { Authentication } from './authentication.ts';
import { NO_SUCH_PATH, STORE_UNREACHABLE, UNEXPECTED, WRONG_METHOD } from './operator-answers.ts';
import type { OperatorAnswer } from './operator-answers.ts';
import type { OperatorRoute } from './operator-routes.ts';

export interface OperatorAppDependencies {
  readonly routes: readonly OperatorRoute[];
  readonly authentication: Authentication;
  readonly logger: Logger;
}

/** No answer is stored by caches, or shown by a browser to another site. */
const ALWAYS = [
  ...['Cache-Control', 'no-store'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
  ...['X-Content-Type-Options', 'nosniff'],
];

/**
 * Builds the operators' application; the caller decides where it listens. Node's own HTTP is enough for five
 * paths.
 */
export function createOperatorApp(dependencies: OperatorAppDependencies): RequestListener {
  const { logger } = dependencies;
  return (request, response) => {
    answerTo(request, dependencies)
      .catch((cause: unknown) => answerToFailure(cause, logger))
      .then(({ status, contentType, body, headers }) => {
        const content = ['Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body))];
        // Of a HEAD request, Node leaves the body out by itself.
        response.writeHead(status, [...content, ...ALWAYS, ...headers]).end(body);
      })
      .catch((cause: unknown) => {
        logger.error('A response of the operator listener could not be sent', cause);
        response.destroy();
      });
  };
}

async function answerTo(
  request: IncomingMessage,
  { routes, authentication }: OperatorAppDependencies,
): Promise<OperatorAnswer> {
  const [path = '', ...query] = (request.url ?? '').split('?');
  for (const { path: pattern, scope, answer } of routes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    if (request.method !== 'GET' && request.method !== 'HEAD') return WRONG_METHOD;
    const refusal = scope && (await authentication.refusal(request, scope));
    return refusal ?? (await answer(match.slice(1), new URLSearchParams(query.join('?'))));
  }
  return NO_SUCH_PATH;
}

function answerToFailure(cause: unknown, logger: Logger): OperatorAnswer {
  if (cause instanceof RedisError) return STORE_UNREACHABLE;
  logger.error('Unexpected error in a request to the operator listener', cause);
  return UNEXPECTED;
}
