import type { ServerResponse } from 'node:http';

/** What the operators' listener answers with. */
export interface OperatorAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  /** Further headers: names and values in turn. */
  readonly headers: readonly string[];
  /** In place of the headers that answers usually carry about caches, and what a browser may do with them. */
  readonly policy?: readonly string[];
  /** Takes over the response once its headers were sent, in place of the body: a stream of events. */
  readonly stream?: (response: ServerResponse) => void;
}

export function json(body: object, status = 200, headers: readonly string[] = []): OperatorAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body), headers };
}

/** @param sentence of tokens it never says which part was wrong */
function refusal(status: number, sentence: string, headers: readonly string[] = []): OperatorAnswer {
  return json({ error: sentence }, status, headers);
}

const REALM = 'Bearer realm="feature-control operators"';
const NEEDED = 'This needs a token that is good for it.';

/** No token, one that is none, one that is not known, one that has expired: all the same to the client. */
export const UNAUTHENTICATED = refusal(401, NEEDED, ['WWW-Authenticate', REALM]);

export const FORBIDDEN = refusal(403, NEEDED, ['WWW-Authenticate', `${REALM}, error="insufficient_scope"`]);

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

export const WRONG_METHOD = refusal(405, 'This interface is read-only: use GET or HEAD.', [
  'Allow',
  'GET, HEAD',
]);

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

export const UNEXPECTED = refusal(500, 'Something went wrong here. It was logged.');
