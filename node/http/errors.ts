import { operations } from '../../shared/rest/operations.ts';
import type { HeaderFields } from './header-fields.ts';

/** An error response. */
export interface HttpError {
  readonly status: number;
  /** One sentence: what is wrong and, if possible, what to do. Never contains text of the request. */
  readonly message: string;
  readonly headers?: HeaderFields;
}

/** The maximum number of characters of a request target. Legitimate targets are far shorter. */
export const MAX_TARGET_LENGTH = 8192;

/**
 * Requests with more headers are refused. Node drops headers beyond its `maxHeadersCount`, which could hide a
 * condition.
 */
export const MAX_HEADERS = 100;

export const ALLOW: HeaderFields = { Allow: 'GET, HEAD, OPTIONS' };

const PATHS = Object.values(operations).map(({ path }) => path);

/** All errors of the interface, except those about the value of a parameter. */
export const ERRORS = {
  wrongTarget: {
    status: 400,
    message: 'The request target must be a path or an absolute URL, without user information or fragment.',
  },
  noHost: { status: 400, message: 'The header Host is missing.' },
  wrongHost: { status: 400, message: 'The header Host must be given once, and name a host.' },
  endlessBody: { status: 400, message: 'The last coding in Transfer-Encoding must be chunked.' },
  notHttp: { status: 400, message: 'This is not a valid HTTP/1.1 request.' },
  unknownServer: { status: 404, message: 'No server has this id.' },
  unknownPath: {
    status: 404,
    message:
      `There is nothing at this path. The operations are ${PATHS.slice(0, -1).join(', ')} ` +
      `and ${PATHS.at(-1) ?? ''}.`,
  },
  wrongMethod: {
    status: 405,
    message: 'This interface is read-only: use GET, HEAD or OPTIONS.',
    headers: ALLOW,
  },
  timeout: { status: 408, message: 'The request took too long to arrive.' },
  conditionFailed: {
    status: 412,
    message: 'The precondition in If-Match or If-Unmodified-Since failed.',
  },
  longChunkExtensions: { status: 413, message: 'The chunk extensions are too long.' },
  longTarget: { status: 414, message: `The URL is longer than ${MAX_TARGET_LENGTH} characters.` },
  unmetExpectation: { status: 417, message: 'The only supported expectation is 100-continue.' },
  longHeaders: { status: 431, message: 'The URL and the headers together are too long.' },
  manyHeaders: { status: 431, message: `There are more than ${MAX_HEADERS} headers.` },
  failure: { status: 500, message: 'An unexpected error occurred and was logged.' },
  unknownCoding: {
    status: 501,
    message: 'The only supported coding in Transfer-Encoding is chunked.',
  },
  notLoaded: {
    status: 503,
    message: 'The data is not loaded yet. Try again in a second.',
    headers: { 'Retry-After': '1' },
  },
  wrongVersion: { status: 505, message: 'Use HTTP/1.1 or HTTP/1.0.' },
} as const satisfies Record<string, HttpError>;
