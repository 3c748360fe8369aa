import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { ErrorResponse } from '../../../shared/rest/error-response.ts';
import { parseWeights } from './content-encoding.ts';
import { ALWAYS } from './header-list.ts';
import type { HeaderList } from './header-list.ts';

/** A response that is an error. */
export interface HttpError {
  readonly status: number;
  /** One sentence that says what is wrong and, where there is one, what to do. Never the request's own text. */
  readonly sentence: string;
  readonly headers?: HeaderList;
}

const PROBLEM_DETAILS = 'application/problem+json';

/** The only writer of error bodies: an ErrorResponse, or problem details (RFC 9457) for who asks for them by `Accept`. */
export function sendError(response: ServerResponse, error: HttpError, accept?: string): void {
  const { body, headers } = render(error, accept);
  response.writeHead(error.status, headers as string[]);
  response.end(body);
}

/** The same as bytes, for a connection on which no request could be read. It is closed afterwards. */
export function encodeErrorResponse(error: HttpError): string {
  const { body, headers } = render(error);
  const lines = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`];
  for (let index = 0; index < headers.length; index += 2) {
    lines.push(`${headers[index] ?? ''}: ${headers[index + 1] ?? ''}`);
  }
  return `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`;
}

function render(error: HttpError, accept?: string): { body: string; headers: HeaderList } {
  const asProblem = accept !== undefined && asksForProblemDetails(accept);
  const body = JSON.stringify(asProblem ? toProblem(error) : toErrorResponse(error));
  const mediaType = asProblem ? PROBLEM_DETAILS : 'application/json; charset=utf-8';
  const headers = [
    'Content-Type',
    mediaType,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    'Vary',
    'Accept',
    ...(error.headers ?? []),
    ...ALWAYS,
  ];
  return { body, headers };
}

function toErrorResponse({ sentence }: HttpError): ErrorResponse {
  return { error: sentence };
}

function toProblem({ status, sentence }: HttpError): object {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail: sentence };
}

/** By name, and at least as much as plain JSON; a wildcard asks for nothing in particular. */
function asksForProblemDetails(accept: string): boolean {
  const weights = parseWeights(accept);
  const weight = weights.get(PROBLEM_DETAILS) ?? 0;
  return weight > 0 && weight >= (weights.get('application/json') ?? 0);
}
