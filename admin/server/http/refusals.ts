import type { HttpError } from '../../../node/http/errors.ts';
import type { RedisError } from '../../../shared/redis/redis-error.ts';

/** @param message one sentence, which never reveals which part of a token was wrong */
function refusal(status: number, message: string, headers: HttpError['headers'] = {}): HttpError {
  return { status, headers, message };
}

/** @param problem a sentence about the invalid field of the request */
export function badRequest(field: string, problem: string): HttpError {
  return { status: 400, message: problem, details: { field } };
}

const REALM = 'Bearer realm="feature-control"';
const TOKEN_NEEDED = 'This request requires a valid token with the necessary scope.';

/** A missing, malformed, unknown or expired token: the client cannot distinguish them. */
export const UNAUTHENTICATED = refusal(401, TOKEN_NEEDED, { 'WWW-Authenticate': REALM });

export const FORBIDDEN = refusal(403, TOKEN_NEEDED, {
  'WWW-Authenticate': `${REALM}, error="insufficient_scope"`,
});

export const USED_LINK = refusal(
  403,
  'This link was already used, or belongs to an earlier start. Start the server again for a new link, ' +
    'or sign in with a token.',
);

export const NO_SUCH_PATH = refusal(404, 'There is nothing at this path.');

/** @param allowed the methods of the path */
export function wrongMethod(allowed: readonly string[]): HttpError {
  const methods = allowed.join(', ');
  return refusal(405, `The methods of this path are ${methods}.`, { Allow: methods });
}

export const MALFORMED_PATH = refusal(400, 'The path is not percent-encoded UTF-8.');

export const MALFORMED_BODY = refusal(400, 'The body is not JSON in UTF-8.');

export const TOO_LARGE_BODY = refusal(413, 'The body is larger than 64 KB.', { Connection: 'close' });

export const NO_JSON_BODY = refusal(415, 'The body must be JSON, with the Content-Type application/json.');

export const CONDITION_NEEDED = refusal(
  428,
  'Send If-Match with the ETag that GET returns for the entry, or If-Match: * to accept any state.',
);

export const NO_SUCH_CHANGE = refusal(404, 'No change with this id is recorded, or it is no longer kept.');

export const NO_SUCH_PROGRAM = refusal(404, 'No program with this id has reported within the last hour.');

/** @param retryAfterMs milliseconds until the next request */
export function tooManyRequests(does: 'edits' | 'reads', retryAfterMs: number): HttpError {
  const seconds = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  return refusal(429, `This token ${does} too often. Try again later.`, { 'Retry-After': seconds });
}

export const NO_PLAYER = refusal(
  400,
  'The query parameter player must be given once, and be the UUID of a player.',
);

export const REDIS_UNREACHABLE = refusal(503, 'Redis does not answer. Try again in a second.', {
  'Retry-After': '1',
});

/** Sends only the first word of Redis's error, such as NOPERM: the rest may quote the command. */
export function redisRefuses(error: RedisError): HttpError {
  const [reason = ''] = error.message.split(' ', 1);
  const message = `Redis rejected the command: ${reason}.`;
  return { status: 503, headers: { 'Retry-After': '60' }, message, details: { reason } };
}
