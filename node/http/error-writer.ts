import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { ErrorResponse } from '../../shared/rest/error-response.ts';
import type { HeaderFields, HttpError } from './errors.ts';

const JSON_TYPE = 'application/json';
export const PROBLEM_DETAILS = 'application/problem+json';

/**
 * Writes all errors of a program: an ErrorResponse, or problem details (RFC 9457) if `Accept` prefers them
 * (G25).
 */
export class ErrorWriter {
  readonly #headers: HeaderFields;

  /** @param headers that every response of the program has */
  constructor(headers: HeaderFields) {
    this.#headers = headers;
  }

  /** @param response of an `HttpServer`, whose requests have the properties of Express */
  send(response: ServerResponse, error: HttpError): void {
    const accepted = (response.req as Request).accepts(JSON_TYPE, PROBLEM_DETAILS);
    const { body, headers } = this.#render(error, accepted === PROBLEM_DETAILS);
    response.writeHead(error.status, headers).end(body);
  }

  /**
   * Encodes the whole response, for a connection on which no request could be parsed. The connection is
   * closed afterwards.
   */
  encode(error: HttpError): string {
    const { body, headers } = this.#render(error, false);
    const fields = Object.entries({ ...headers, Connection: 'close' });
    const lines = [
      `HTTP/1.1 ${error.status} ${titleOf(error)}`,
      ...fields.map(([name, value]) => `${name}: ${value}`),
    ];
    return `${lines.join('\r\n')}\r\n\r\n${body}`;
  }

  #render(error: HttpError, asProblem: boolean): { body: string; headers: HeaderFields } {
    const body = JSON.stringify(asProblem ? toProblemDetails(error) : toErrorResponse(error));
    const headers = {
      'Content-Type': asProblem ? PROBLEM_DETAILS : `${JSON_TYPE}; charset=utf-8`,
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      ...this.#headers,
      ...error.headers,
    };
    return { body, headers };
  }
}

export function toErrorResponse({ details, message }: HttpError): ErrorResponse {
  return { error: message, ...details };
}

export function toProblemDetails({ details, message, status }: HttpError): object {
  return { type: 'about:blank', title: titleOf({ status }), status, detail: message, ...details };
}

/** Returns the reason phrase of the status. */
function titleOf({ status }: Pick<HttpError, 'status'>): string {
  return STATUS_CODES[status] ?? 'Error';
}
