import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../../../shared/logger.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { Doorkeeper } from './doorkeeper.ts';
import { NO_SUCH_PATH, STORE_UNREACHABLE, UNEXPECTED, WRONG_METHOD } from './operator-errors.ts';
import type { OperatorAnswer, OperatorRoute } from './operator-routes.ts';

export interface OperatorAppDependencies {
  readonly routes: readonly OperatorRoute[];
  readonly doorkeeper: Doorkeeper;
  readonly logger: Logger;
}

/** Nothing of it is kept by anybody, or shown by a browser to another site. */
const ALWAYS = [
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'X-Content-Type-Options',
  'nosniff',
];

/** Builds the operators' application; who calls decides where it listens. Node's own HTTP is enough for five paths. */
export function createOperatorApp(dependencies: OperatorAppDependencies): RequestListener {
  return (request, response) => {
    answerTo(request, dependencies)
      .catch((cause: unknown) => toError(cause, dependencies.logger))
      .then((answer) => {
        send(response, answer);
      })
      .catch((cause: unknown) => {
        dependencies.logger.error('A response of the operator listener could not be sent', cause);
        response.destroy();
      });
  };
}

async function answerTo(
  request: IncomingMessage,
  { routes, doorkeeper }: OperatorAppDependencies,
): Promise<OperatorAnswer> {
  const [path = '', ...query] = (request.url ?? '').split('?');
  for (const { path: pattern, scope, answer } of routes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    if (request.method !== 'GET' && request.method !== 'HEAD') return { kind: 'error', error: WRONG_METHOD };
    const refusal = scope === undefined ? undefined : await doorkeeper.refusal(request, scope);
    if (refusal !== undefined) return { kind: 'error', error: refusal };
    return await answer(match.slice(1), new URLSearchParams(query.join('?')));
  }
  return { kind: 'error', error: NO_SUCH_PATH };
}

function toError(cause: unknown, logger: Logger): OperatorAnswer {
  if (cause instanceof RedisError) return { kind: 'error', error: STORE_UNREACHABLE };
  logger.error('Unexpected error in a request to the operator listener', cause);
  return { kind: 'error', error: UNEXPECTED };
}

function send(response: ServerResponse, answer: OperatorAnswer): void {
  if (answer.kind === 'text') write(response, { ...answer, status: 200, headers: [] });
  else if (answer.kind === 'json') writeJson(response, answer.status ?? 200, answer.body, []);
  else {
    const { status, sentence, headers = [] } = answer.error;
    writeJson(response, status, { error: sentence }, headers);
  }
}

function writeJson(
  response: ServerResponse,
  status: number,
  value: object,
  headers: readonly string[],
): void {
  const contentType = 'application/json; charset=utf-8';
  write(response, { status, contentType, body: JSON.stringify(value), headers });
}

interface Written {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers: readonly string[];
}

/** Of a HEAD request, Node leaves the body out by itself. */
function write(response: ServerResponse, { status, contentType, body, headers }: Written): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, ['Content-Type', contentType, 'Content-Length', length, ...ALWAYS, ...headers]);
  response.end(body);
}
