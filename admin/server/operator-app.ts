import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../../shared/logger.ts';
import { Compressor } from '../../node/http/compressor.ts';
import { chooseEncoding } from '../../node/http/negotiation.ts';
import { percentDecode } from '../../node/http/percent-decode.ts';
import { withoutHost } from '../../node/http/refusals.ts';
import { RedisError } from '../../shared/redis/redis-error.ts';
import type { Authentication } from './authentication.ts';
import { readJsonBody } from './json-body.ts';
import {
  NO_SUCH_PATH,
  STORE_UNREACHABLE,
  storeRefuses,
  UNEXPECTED,
  wrongMethod,
} from './operator-answers.ts';
import type { OperatorAnswer } from './operator-answers.ts';
import type { OperatorRoute } from './operator-routes.ts';

export interface OperatorAppDependencies {
  readonly routes: readonly OperatorRoute[];
  readonly authentication: Authentication;
  readonly logger: Logger;
}

/** Default headers: caches must not store the response, and other sites must not embed or read it. */
const DEFAULT_POLICY = [
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'X-Content-Type-Options',
  'nosniff',
];

/** Smaller bodies fit into one packet without compression. */
const WORTH_COMPRESSING_BYTES = 1400;

/** Creates the request listener for operators. It uses plain Node HTTP, which suffices for a few paths. */
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
  const { status, contentType, headers, policy = DEFAULT_POLICY, stream } = answer;
  const type = ['Content-Type', contentType];
  if (stream !== undefined) {
    response.writeHead(status, [...type, ...policy, ...headers]);
    stream(response);
    return;
  }
  const { body, encoding } = await compress(response.req, answer, compressor);
  const content = [...type, 'Content-Length', String(body.length), ...encoding];
  // Node omits the body in the response to a HEAD request.
  response.writeHead(status, [...content, ...policy, ...headers]).end(body);
}

/** Compresses the body if it is worth it. A body with `Content-Encoding` is already compressed. */
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
  const [path = '', ...query] = withoutHost(request.url).split('?');
  const matching = routes.filter(({ path: pattern }) => pattern.test(path));
  if (matching.length === 0) return NO_SUCH_PATH;
  const route = matching.find((candidate) => methodsOf(candidate).includes(request.method ?? ''));
  if (route === undefined) return wrongMethod(matching.flatMap(methodsOf));
  const { scope, answer } = route;
  const result = scope && (await authentication.authenticate(request, scope === 'any' ? undefined : scope));
  if (result !== undefined && 'refusal' in result) return result.refusal;
  const body = route.method === undefined ? { value: undefined } : await readJsonBody(request);
  if ('refusal' in body) return body.refusal;
  const operatorRequest = { token: result?.token, headers: request.headers, body: body.value };
  const parts = (route.path.exec(path) ?? []).slice(1).map(percentDecode);
  return await answer(parts, new URLSearchParams(query.join('?')), operatorRequest);
}

function methodsOf({ method }: OperatorRoute): readonly string[] {
  return method === undefined ? ['GET', 'HEAD'] : [method];
}

function answerToFailure(cause: unknown, logger: Logger): OperatorAnswer {
  if (cause instanceof RedisError)
    return cause.kind === 'unreachable' ? STORE_UNREACHABLE : storeRefuses(cause);
  logger.error('Unexpected error in a request to the operator listener', cause);
  return UNEXPECTED;
}
