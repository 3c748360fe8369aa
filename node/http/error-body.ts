import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { ErrorResponse } from '../../shared/rest/error-response.ts';
import type { HttpError } from './errors.ts';
import { COMMON_HEADERS } from './header-fields.ts';
import type { HeaderFields } from './header-fields.ts';
import { PROBLEM_DETAILS, prefersProblemDetails } from './negotiation.ts';

/**
 * Sends an error: an ErrorResponse, or problem details (RFC 9457) if `Accept` prefers them. All error bodies
 * are written in this file.
 */
export function sendError(response: ServerResponse, error: HttpError): void {
  const { body, headers } = render(error, prefersProblemDetails(response.req.headers.accept));
  response.writeHead(error.status, headers).end(body);
}

/**
 * Encodes the whole response, for a connection on which no request could be parsed. The connection is closed
 * afterwards.
 */
export function encodeErrorResponse(error: HttpError): string {
  const { body, headers } = render(error, false);
  const fields = Object.entries({ ...headers, Connection: 'close' });
  const lines = [
    `HTTP/1.1 ${error.status} ${titleOf(error)}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function render(error: HttpError, asProblem: boolean): { body: string; headers: HeaderFields } {
  const { status, message } = error;
  const body = JSON.stringify(
    asProblem
      ? { type: 'about:blank', title: titleOf(error), status, detail: message }
      : ({ error: message } satisfies ErrorResponse),
  );
  const headers = {
    'Content-Type': asProblem ? PROBLEM_DETAILS : 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Vary: 'Accept',
    ...error.headers,
    ...COMMON_HEADERS,
  };
  return { body, headers };
}

/** Returns the reason phrase of the status. */
export function titleOf({ status }: Pick<HttpError, 'status'>): string {
  return STATUS_CODES[status] ?? 'Error';
}
