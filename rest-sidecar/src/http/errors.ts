import { ErrorWriter } from '../../../node/http/error-writer.ts';
import type { HeaderFields, HttpError } from '../../../node/http/errors.ts';
import { operations } from '../../../shared/rest/operations.ts';

/**
 * The headers of every response. They open the interface to all origins (nothing here is secret), and forbid
 * browsers to execute content or to guess its type. The service itself sends no `RateLimit` headers; a rate
 * limiter in front of it may, and a cache sends `Age`; scripts can then read them.
 */
export const PUBLIC_HEADERS: HeaderFields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Age, ETag, Last-Modified, Retry-After, RateLimit, RateLimit-Policy',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export const ALLOW: HeaderFields = { Allow: 'GET, HEAD, OPTIONS' };

const PATHS = Object.values(operations).map(({ path }) => path);

/** The errors of this interface, except those about the value of a parameter, and those of HTTP itself. */
export const ERRORS = {
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
  conditionFailed: {
    status: 412,
    message: 'The precondition in If-Match or If-Unmodified-Since failed.',
  },
} as const satisfies Record<string, HttpError>;

/** What the HTTP server sends for requests that never reach the application. */
export const SERVER_ERRORS = { errors: new ErrorWriter(PUBLIC_HEADERS), unknownMethod: ERRORS.wrongMethod };

export const sendError: ErrorWriter['send'] = (response, error) => {
  SERVER_ERRORS.errors.send(response, error);
};
