/** A refusal on the operators' listener. */
export interface OperatorError {
  readonly status: number;
  /** One sentence. Of tokens it never tells which part was wrong. */
  readonly sentence: string;
  readonly headers?: readonly string[];
}

const REALM = 'Bearer realm="feature-control operators"';
const NEEDED = 'This needs a token that is good for it.';

/** No token, one that is none, one that is not known, one that is over: all the same to who asks. */
export const UNAUTHENTICATED: OperatorError = {
  status: 401,
  sentence: NEEDED,
  headers: ['WWW-Authenticate', REALM],
};

export const FORBIDDEN: OperatorError = {
  status: 403,
  sentence: NEEDED,
  headers: ['WWW-Authenticate', `${REALM}, error="insufficient_scope"`],
};

export const TOO_MANY_ATTEMPTS: OperatorError = {
  status: 429,
  sentence: 'Too many attempts failed. Try again in a few seconds.',
  headers: ['Retry-After', '5'],
};

export const NO_SUCH_PATH: OperatorError = { status: 404, sentence: 'There is nothing at this path.' };

export const WRONG_METHOD: OperatorError = {
  status: 405,
  sentence: 'This interface is read-only: use GET or HEAD.',
  headers: ['Allow', 'GET, HEAD'],
};

export const NO_PLAYER: OperatorError = {
  status: 400,
  sentence: 'The query parameter player must be given once, and be the UUID of a player.',
};

export const NO_CLIENT: OperatorError = {
  status: 400,
  sentence: 'The client in the path must have 1 to 128 characters, percent-encoded where needed.',
};

export const STORE_UNREACHABLE: OperatorError = {
  status: 503,
  sentence: 'Redis does not answer. Try again in a second.',
  headers: ['Retry-After', '1'],
};

export const UNEXPECTED: OperatorError = {
  status: 500,
  sentence: 'Something went wrong here. It was logged.',
};
