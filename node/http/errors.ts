/** Values of headers by name, as `writeHead` accepts them. */
export type HeaderFields = Readonly<Record<string, string>>;

/** An error response. */
export interface HttpError {
  readonly status: number;
  /** One sentence: what is wrong and, if possible, what to do. Never contains text of the request. */
  readonly message: string;
  readonly headers?: HeaderFields;
  /** Further members of the body, such as the invalid field. */
  readonly details?: object;
}

/** The maximum number of characters of a request target. Legitimate targets are far shorter. */
export const MAX_TARGET_LENGTH = 8192;

/**
 * Requests with more headers are refused. Node drops headers beyond its `maxHeadersCount`, which could hide a
 * condition.
 */
export const MAX_HEADERS = 100;

/** The errors that do not depend on what a program offers. */
export const HTTP_ERRORS = {
  wrongTarget: {
    status: 400,
    message: 'The request target must be a path or an absolute URL, without user information or fragment.',
  },
  noHost: { status: 400, message: 'The header Host is missing.' },
  wrongHost: { status: 400, message: 'The header Host must be given once, and name a host.' },
  endlessBody: { status: 400, message: 'The last coding in Transfer-Encoding must be chunked.' },
  notHttp: { status: 400, message: 'This is not a valid HTTP/1.1 request.' },
  timeout: { status: 408, message: 'The request took too long to arrive.' },
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
