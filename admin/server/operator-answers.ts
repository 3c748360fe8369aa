import type { ServerResponse } from 'node:http';
import type { RedisError } from '../../shared/redis/redis-error.ts';

/** A response of the operator listener. */
export interface OperatorAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  /** Further headers: alternating names and values. */
  readonly headers: readonly string[];
  /** Replaces the default headers about caching and browser security. */
  readonly policy?: readonly string[];
  /** Writes an event stream in place of the body. Called once the headers are sent. */
  readonly stream?: (response: ServerResponse) => void;
}

export function json(body: object, status = 200, headers: readonly string[] = []): OperatorAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body), headers };
}

/** @param message never reveals which part of a token was wrong */
function refusal(status: number, message: string, headers: readonly string[] = []): OperatorAnswer {
  return json({ error: message }, status, headers);
}

const REALM = 'Bearer realm="feature-control operators"';
const TOKEN_NEEDED = 'This request requires a valid token with the necessary scope.';

/** A missing, malformed, unknown or expired token: the client cannot distinguish them. */
export const UNAUTHENTICATED = refusal(401, TOKEN_NEEDED, ['WWW-Authenticate', REALM]);

export const FORBIDDEN = refusal(403, TOKEN_NEEDED, [
  'WWW-Authenticate',
  `${REALM}, error="insufficient_scope"`,
]);

export const TOO_MANY_ATTEMPTS = refusal(429, 'Too many attempts failed. Try again in a few seconds.', [
  'Retry-After',
  '5',
]);

export const TOO_MANY_STREAMS = refusal(
  429,
  'Too many consoles are open with this token. Close one, or issue a token for each person.',
  ['Retry-After', '10'],
);

export const NO_SUCH_PATH = refusal(404, 'There is nothing at this path.');

/** @param allowed the methods of the path */
export function wrongMethod(allowed: readonly string[]): OperatorAnswer {
  const message =
    allowed.join() === 'GET,HEAD' ? 'This path is read-only: use GET or HEAD.' : `Use ${allowed.join(', ')}.`;
  return refusal(405, message, ['Allow', allowed.join(', ')]);
}

export const TOO_LARGE_BODY = refusal(413, 'The body is larger than 16 KB.', ['Connection', 'close']);

export const NO_JSON_BODY = refusal(415, 'The body must be JSON, with the Content-Type application/json.');

export const MALFORMED_BODY = refusal(400, 'The body is not JSON in UTF-8.');

export const CONDITION_NEEDED = refusal(
  428,
  'Send If-Match with the ETag that GET returns for the entry, or If-Match: * to accept any state.',
);

export const NO_SUCH_CHANGE = refusal(404, 'No change with this id is recorded, or it is no longer kept.');

/** @param retryAfterMs milliseconds until the next edit */
export function tooManyEdits(retryAfterMs: number): OperatorAnswer {
  const seconds = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  return refusal(429, 'This token edits too often. Try again later.', ['Retry-After', seconds]);
}

export const NO_PLAYER = refusal(
  400,
  'The query parameter player must be given once, and be the UUID of a player.',
);

export const NO_CLIENT = refusal(
  400,
  'The client in the path must have 1 to 128 characters, percent-encoded where needed.',
);

export const NO_LIST = refusal(
  400,
  'The list in the path must be global, client:<client> or server:<server>, percent-encoded where needed.',
);

export const STORE_UNREACHABLE = refusal(503, 'Redis does not answer. Try again in a second.', [
  'Retry-After',
  '1',
]);

/** Sends only the first word of Redis's error, such as NOPERM: the rest may quote the command. */
export function storeRefuses({ message }: RedisError): OperatorAnswer {
  const [reason = ''] = message.split(' ', 1);
  return json({ error: `Redis rejected the command: ${reason}.`, reason }, 503, ['Retry-After', '60']);
}

export const UNEXPECTED = refusal(500, 'An unexpected error occurred and was logged.');
