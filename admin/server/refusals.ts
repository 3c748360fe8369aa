import type { Response } from 'express';
import type { RedisError } from '../../shared/redis/redis-error.ts';

/** An error response. */
export interface Refusal {
  readonly status: number;
  /** One sentence. Never reveals which part of a token was wrong. */
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The invalid field of the request. */
  readonly field?: string;
  /** The first word of the error of Redis, if it rejected a command. */
  readonly reason?: string;
}

/** Sends an error: `{"error": "…"}`, with `field` or `reason` if they apply. */
export function refuse(response: Response, { status, headers = {}, error, field, reason }: Refusal): void {
  response.status(status).set(headers).json({ error, field, reason });
}

const REALM = 'Bearer realm="feature-control"';
const TOKEN_NEEDED = 'This request requires a valid token with the necessary scope.';

/** A missing, malformed, unknown or expired token: the client cannot distinguish them. */
export const UNAUTHENTICATED: Refusal = {
  status: 401,
  error: TOKEN_NEEDED,
  headers: { 'WWW-Authenticate': REALM },
};

export const FORBIDDEN: Refusal = {
  status: 403,
  error: TOKEN_NEEDED,
  headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope"` },
};

/** A request with the cookie of a session that another page may have sent. */
export const CROSS_SITE: Refusal = {
  status: 403,
  error: 'With a session of the browser, only the console itself may send this request.',
};

export const USED_LINK: Refusal = {
  status: 403,
  error:
    'This link was already used, or belongs to an earlier start. Start the server again for a new link, ' +
    'or sign in at /console with a token.',
};

export const NO_SUCH_PATH: Refusal = { status: 404, error: 'There is nothing at this path.' };

/** @param allowed the methods of the path */
export function wrongMethod(allowed: readonly string[]): Refusal {
  const methods = allowed.join(', ');
  return { status: 405, error: `The methods of this path are ${methods}.`, headers: { Allow: methods } };
}

export const MALFORMED_PATH: Refusal = { status: 400, error: 'The path is not percent-encoded UTF-8.' };

export const MALFORMED_BODY: Refusal = { status: 400, error: 'The body is not JSON in UTF-8.' };

export const TOO_LARGE_BODY: Refusal = {
  status: 413,
  error: 'The body is larger than 16 KB.',
  headers: { Connection: 'close' },
};

export const NO_JSON_BODY: Refusal = {
  status: 415,
  error: 'The body must be JSON, with the Content-Type application/json.',
};

export const CONDITION_NEEDED: Refusal = {
  status: 428,
  error: 'Send If-Match with the ETag that GET returns for the entry, or If-Match: * to accept any state.',
};

export const NO_SUCH_CHANGE: Refusal = {
  status: 404,
  error: 'No change with this id is recorded, or it is no longer kept.',
};

/** @param retryAfterMs milliseconds until the next request */
export function tooManyRequests(does: 'edits' | 'reads', retryAfterMs: number): Refusal {
  const seconds = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  return {
    status: 429,
    error: `This token ${does} too often. Try again later.`,
    headers: { 'Retry-After': seconds },
  };
}

export const NO_PLAYER: Refusal = {
  status: 400,
  error: 'The query parameter player must be given once, and be the UUID of a player.',
};

export const NO_CLIENT: Refusal = {
  status: 400,
  error: 'The client in the path must have 1 to 128 characters, percent-encoded where needed.',
};

export const NO_LIST: Refusal = {
  status: 400,
  error:
    'The list in the path must be global, client:<client> or server:<server>, percent-encoded where needed.',
};

export const NOT_LOADED: Refusal = {
  status: 503,
  error: 'The data is not loaded from Redis yet. Try again in a second.',
  headers: { 'Retry-After': '1' },
};

export const STORE_UNREACHABLE: Refusal = {
  status: 503,
  error: 'Redis does not answer. Try again in a second.',
  headers: { 'Retry-After': '1' },
};

/** Sends only the first word of Redis's error, such as NOPERM: the rest may quote the command. */
export function storeRefuses({ message }: RedisError): Refusal {
  const [reason = ''] = message.split(' ', 1);
  return {
    status: 503,
    error: `Redis rejected the command: ${reason}.`,
    reason,
    headers: { 'Retry-After': '60' },
  };
}

export const UNEXPECTED: Refusal = { status: 500, error: 'An unexpected error occurred and was logged.' };
