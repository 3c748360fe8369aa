import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../../../shared/logger.ts';
import { Compressor } from '../http/compressor.ts';
import { chooseEncoding } from '../http/negotiation.ts';
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

/** Smaller bodies fit into one packet anyway. */
const WORTH_COMPRESSING_BYTES = 1400;

/**
 * Builds the operators' application; the caller decides where it listens. Node's own HTTP is enough for a few
 * paths.
 */
export function createOperatorApp(dependencies: OperatorAppDependencies): RequestListener {
  const { logger } = dependencies;
  const compressor = new Compressor();
  return (request, response) => {
    answerTo(request, dependencies)
      .catch((cause: unknown) => answerToFailure(cause, logger))
      .then(async (answer) => {
        await send(response, answer, compressor);
      })
      .catch((cause: unknown) => {
        logger.error('A response of the operator listener could not be sent', cause);
        response.destroy();
      });
  };
}

async function send(response: ServerResponse, answer: OperatorAnswer, compressor: Compressor): Promise<void> {
  const { status, contentType, headers, policy = ALWAYS, stream } = answer;
  const type = ['Content-Type', contentType];
  if (stream !== undefined) {
    response.writeHead(status, [...type, ...policy, ...headers]);
    stream(response);
    return;
  }
  const { body, encoding } = await compress(response.req, answer, compressor);
  const content = [...type, 'Content-Length', String(body.length), ...encoding];
  // Of a HEAD request, Node leaves the body out by itself.
  response.writeHead(status, [...content, ...policy, ...headers]).end(body);
}

/** A body that is compressed already names its coding in its headers. */
async function compress({ headers }: IncomingMessage, answer: OperatorAnswer, compressor: Compressor) {
  const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body);
  const isWorthIt = body.length > WORTH_COMPRESSING_BYTES && !answer.headers.includes('Content-Encoding');
  const encoding = isWorthIt ? chooseEncoding(headers['accept-encoding']) : undefined;
  const compressed = encoding && (await compressor.compress(body, encoding));
  if (encoding === undefined || compressed === undefined) return { body, encoding: [] };
  return { body: compressed, encoding: ['Content-Encoding', encoding, 'Vary', 'Accept-Encoding'] };
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
    const admission = scope && (await authentication.admit(request, scope === 'any' ? undefined : scope));
    if (admission !== undefined && 'refusal' in admission) return admission.refusal;
    const asker = { token: admission?.token, headers: request.headers };
    return await answer(match.slice(1), new URLSearchParams(query.join('?')), asker);
  }
  return NO_SUCH_PATH;
}

function answerToFailure(cause: unknown, logger: Logger): OperatorAnswer {
  if (cause instanceof RedisError) return STORE_UNREACHABLE;
  logger.error('Unexpected error in a request to the operator listener', cause);
  return UNEXPECTED;
}
